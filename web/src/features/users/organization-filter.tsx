import { isOwnRow, organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { ChevronsLeft } from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { useListState } from '../../kernel/listing/use-list-state.ts'
import { readStored, writeStored } from '../../kernel/page/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import './users.css'

const { list, get } = organizationsContract
/** Draws the organisations of the company; it belongs to another feature, and so is given by the application. */
export type OrganizationTree = ComponentType<{ selected: string | undefined; onSelect: (id: string) => void }>

const shownName = 'atrium.users.organizations'
/** Whether the tree stands beside the list: as it was left in this browser, or where there is room for both. */
const useShown = () => {
  const roomy = useMedia('(min-width: 1440px)')
  const [left, setLeft] = useState(() => readStored('local', shownName))
  const show = (shown: boolean) => {
    const next = shown ? 'shown' : 'folded'
    writeStored('local', shownName, next)
    setLeft(next)
  }
  return [left === undefined ? roomy : left === 'shown', show] as const
}

/** Shows the users of one organisation and of those below it. A company without organisations has nothing to choose from. */
export const OrganizationFilter = ({ Tree }: { Tree: OrganizationTree }) => {
  const [state, change] = useListState(usersContract.list)
  const { orgId: chosen, ...others } = state.filters
  // The same reads as the tree's own.
  const { data: top } = useRead(list, { query: {} })
  const { data: organization } = useRead(get, { params: { id: chosen ?? '' } }, { enabled: chosen !== undefined })
  const wide = useMedia('(min-width: 1025px)')
  const [shown, show] = useShown()
  /** Over the list, where there is no room beside it; undefined once it has left the screen. */
  const [over, setOver] = useState<boolean>()
  if (top && !top.data.some(isOwnRow)) return null

  const choose = (id: string | undefined) => {
    setOver((now) => now && false)
    change({ filters: id === undefined ? others : { ...others, orgId: id } })
  }
  const tree = (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Tree selected={chosen} onSelect={choose} />
      <p className="user-quiet">数字是直属人数，没有的不显示；选中后列出本组织和下级的用户。</p>
    </Suspense>
  )
  const all = (
    <button type="button" className="users-all" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
      全部用户
    </button>
  )
  if (wide && shown)
    return (
      <aside className="users-tree">
        <div className="users-tree-head">
          {all}
          <Button
            look="quiet"
            aria-label="收起组织"
            title="收起组织"
            icon={<ChevronsLeft aria-hidden size={16} />}
            onClick={() => show(false)}
          />
        </div>
        {tree}
      </aside>
    )
  return (
    <div className="users-tree-folded">
      <Button aria-expanded={over ?? false} onClick={() => (wide ? show(true) : setOver(true))}>
        {`组织：${chosen === undefined ? '全部' : (organization?.name ?? '…')}`}
      </Button>
      {over !== undefined && (
        <Drawer title="按组织查看" open={over} onClose={() => setOver(false)} onClosed={() => setOver(undefined)}>
          {all}
          {tree}
        </Drawer>
      )}
    </div>
  )
}
