import { effectNames } from '@atrium/contract/features/access/registry/restrictable.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import type { Branch } from '../../access/authorization/public/grant-tree/branches.ts'
import { isGranted } from '../../access/authorization/public/grant-tree/grant-rights.ts'
import { acceptedBy, type TreeViewStore } from '../../access/authorization/public/grant-tree/tree-view.ts'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'

type FieldRestrictionsProps = { branches: readonly Branch[]; view: TreeViewStore; isReadOnly: boolean }

/** Restricted fields and what assignees of the role see of them; the tree shows their elements. */
export const FieldRestrictions = ({ branches, view, isReadOnly }: FieldRestrictionsProps) => {
  const draft = useGrantDraft()
  const [menus, elems] = [useDraftValue((now) => now.menus), useDraftValue((now) => now.elems)]
  const ticks = isReadOnly ? undefined : { menus, elems }
  const fields = new Map(branches.flatMap(({ allElements }) => allElements.map((each) => [each.id, each] as const)))
  const rows = [...fields.values()].flatMap((element) =>
    element.effect
      ? [{ ...element, effect: isGranted(ticks, 'elems', element) ? t('不受限制') : t(effectNames[element.effect]) }]
      : [],
  )
  const edit = () =>
    view.getState().set({
      filter: 'fields',
      search: '',
      showsUngrantable: true,
      accepted: acceptedBy('fields', branches, draft.getState(), isReadOnly),
    })
  return (
    rows.length > 0 && (
      <section>
        <header className="grants-side-head">
          <h3>{t('字段限制')}</h3>
          <Button look="link" onClick={edit}>
            {isReadOnly ? t('查看') : t('编辑')}
          </Button>
        </header>
        <dl className="grants-fields">
          {rows.map(({ id, name, effect }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      </section>
    )
  )
}
