import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { ChevronsLeft } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import { readStored, writeStored } from '../../../kernel/page/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { useMedia } from '../../../ui/use-media.ts'
import './users.css'

const { list, get } = organizationsContract
/** The organisation tree; passed in by the application because it belongs to another feature. */
export type OrganizationTree = ComponentType<{ selected: string | undefined; onSelect: (id: string) => void }>

const storageKey = 'atrium.users.organizations'
/** Whether the tree is shown beside the list: as stored in this browser, by default on wide screens. */
const useTreeVisibility = () => {
  const roomy = useMedia('(min-width: 1440px)')
  const [stored, setStored] = useState(() => readStored('local', storageKey))
  const setVisible = (shown: boolean) => {
    const next = shown ? 'shown' : 'folded'
    writeStored('local', storageKey, next)
    setStored(next)
  }
  return [stored === undefined ? roomy : stored === 'shown', setVisible] as const
}

/** Filters users by an organisation and its descendants. Hidden if the company has no organisations. */
export const OrganizationFilter = ({ Tree }: { Tree: OrganizationTree }) => {
  const [state, change] = useListState(usersContract.list)
  const { orgId: chosen, ...others } = state.filters
  // Same reads as the tree.
  const { data: top } = useRead(list, { query: {} })
  const { data: organization } = useRead(get, { params: { id: chosen ?? '' } }, { enabled: chosen !== undefined })
  const wide = useMedia('(min-width: 1025px)')
  const [isTreeVisible, setTreeVisible] = useTreeVisibility()
  /** Drawer over the list on narrow screens; undefined after its closing animation. */
  const [isDrawerOpen, setDrawerOpen] = useState<boolean>()
  if (top && !top.data.some(isOwnRow)) return null

  const choose = (id: string | undefined) => {
    setDrawerOpen((now) => now && false)
    change({ filters: id === undefined ? others : { ...others, orgId: id } })
  }
  const tree = (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Tree selected={chosen} onSelect={choose} />
    </Suspense>
  )
  const all = (
    <button type="button" className="users-all" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
      {t('全部用户')}
    </button>
  )
  if (wide && isTreeVisible)
    return (
      <aside className="users-tree">
        <div className="users-tree-head">
          {all}
          <Button
            look="quiet"
            aria-label={t('收起组织')}
            title={t('收起组织')}
            icon={<ChevronsLeft aria-hidden size={16} />}
            onClick={() => setTreeVisible(false)}
          />
        </div>
        {tree}
      </aside>
    )
  return (
    <div className="users-tree-folded">
      <Button aria-expanded={isDrawerOpen ?? false} onClick={() => (wide ? setTreeVisible(true) : setDrawerOpen(true))}>
        {t('组织：{name}', { name: chosen === undefined ? t('全部') : (organization?.name ?? '…') })}
      </Button>
      {isDrawerOpen !== undefined && (
        <Drawer
          title={t('按组织查看')}
          open={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          onClosed={() => setDrawerOpen(undefined)}
        >
          {all}
          {tree}
        </Drawer>
      )}
    </div>
  )
}
