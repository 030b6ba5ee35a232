import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { ObjectCard } from '../../../../ui/object-page/object-page.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const VisibleRows = lazy(async () => ({ default: (await import('../visible-rows.tsx')).VisibleRows }))

/** Shows where a user's rights come from. */
export type GrantsView = ComponentType<{ person: { id: string; name: string; account: string; self: boolean } }>

/** What a user may do, where it comes from, and the rows they see. */
export const EffectiveGrants = ({ user, Grants }: { user: UserDetail; Grants: GrantsView }) => {
  const read = useRead(userRolesContract.effective, { params: { id: user.id } })
  return (
    <ObjectCard>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Grants person={user} />
      </Suspense>
      <Suspense fallback={<Skeleton lines={2} />}>
        <ReadState read={read}>{({ rows }) => <VisibleRows {...rows} />}</ReadState>
      </Suspense>
    </ObjectCard>
  )
}
