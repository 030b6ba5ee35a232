import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../../../ui/button.tsx'
import { PlainCheckbox } from '../../../../ui/plain-checkbox.tsx'
import { SearchInput } from '../../../../ui/search-input.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { t } from '../../../../ui/texts.ts'
import { withBranches } from '../public/grant-tree/branches.ts'
import { isUngrantable } from '../public/grant-tree/grant-rights.ts'
import { acceptedBy, isOpen, type TreeFilter } from '../public/grant-tree/tree-view.ts'
import type { GrantTreeProps } from './grant-tree.tsx'
import { useTicks } from './use-ticks.ts'

/** Opens or closes all branches. */
const FoldButton = ({ branches, view }: Pick<GrantTreeProps, 'branches' | 'view'>) => {
  const all = useMemo(() => branches.flatMap(withBranches), [branches])
  const areOpen = useStore(view, (now) => all.every((branch) => isOpen(now, branch) !== false))
  const isForced = useStore(view, ({ search, filter }) => search !== '' || filter !== 'all')
  return (
    <Button
      look="link"
      disabled={isForced}
      onClick={() => view.getState().set({ opened: new Map(all.map(({ key }) => [key, !areOpen])) })}
    >
      {areOpen ? t('全部收起') : t('全部展开')}
    </Button>
  )
}

const Filters = (props: GrantTreeProps) => {
  const { branches, store, view, isReadOnly } = props
  const filter = useStore(view, (now) => now.filter)
  const ticks = useTicks(store)
  const count = (each: TreeFilter) => acceptedBy(each, branches, ticks, isReadOnly)?.size ?? 0
  const counts = { granted: count('granted'), changed: count('changed'), fields: count('fields') }
  const options = [
    { value: 'all' as const, label: t('全部') },
    { value: 'granted' as const, label: t('已授予 {granted}', { granted: counts.granted }) },
    ...(isReadOnly ? [] : [{ value: 'changed' as const, label: t('有修改 {changed}', { changed: counts.changed }) }]),
    ...(counts.fields > 0
      ? [{ value: 'fields' as const, label: t('字段限制 {fields}', { fields: counts.fields }) }]
      : []),
  ]
  return (
    <Segments<TreeFilter>
      label={t('显示范围')}
      options={options}
      value={filter}
      onChange={(next) =>
        view.getState().set({ filter: next, accepted: acceptedBy(next, branches, store.getState(), isReadOnly) })
      }
    />
  )
}

/** Search, filters and folding of the tree. `id`: of the search box. */
export const TreeToolbar = ({ id, ...props }: GrantTreeProps & { id: string }) => {
  const { branches, view } = props
  const showsUngrantable = useStore(view, (now) => now.showsUngrantable)
  const { set } = view.getState()
  // The box keeps what is typed; the tree compares in lower case.
  const [typed, setTyped] = useState('')
  const search = useStore(view, (now) => now.search)
  const hasUngrantable = branches.some(
    ({ allMenus, allElements }) => allMenus.some(isUngrantable) || allElements.some(isUngrantable),
  )
  return (
    <div className="grant-toolbar">
      <SearchInput
        id={id}
        aria-label={t('搜索菜单和权限点')}
        placeholder={t('菜单、权限点')}
        maxLength={maxSearchLength}
        value={typed.trim().toLowerCase() === search ? typed : search}
        onChange={(text) => {
          setTyped(text)
          set({ search: text.trim().toLowerCase() })
        }}
      />
      <Filters {...props} />
      <FoldButton {...props} />
      {hasUngrantable && (
        <PlainCheckbox checked={showsUngrantable} onChange={(shows) => set({ showsUngrantable: shows })}>
          {t('显示不可授予的')}
        </PlainCheckbox>
      )}
    </div>
  )
}
