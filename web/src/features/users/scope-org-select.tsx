import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import type { AssignedRole } from '@atrium/contract/features/users/users.contract.ts'
import { lazy, Suspense } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { findOrganizations, loadOrganizations } from './find-organizations.ts'

// Few roles are given for one organisation, and no other form waits for the kit's tree.
const TreeSelect = lazy(async () => ({ default: (await import('../../ui/tree-select.tsx')).TreeSelect }))

type AnchorProps = {
  id: string
  value: string | null
  /** The organisation it was given for when the form was opened. */
  known: AssignedRole['anchor']
  disabled: boolean
  onChange: (orgId: string | null) => void
}

/** The organisation a role is given for, instead of those its wearer belongs to. */
export const AnchorSelect = ({ id, value, known, disabled, onChange }: AnchorProps) => {
  const mayChoose = useCan(organizationsContract.list)
  if (disabled || !mayChoose) return <span id={id}>{value === null ? own : (known?.name ?? '')}</span>
  return (
    <Suspense>
      <TreeSelect
        id={id}
        value={value ?? undefined}
        find={findOrganizations}
        load={loadOrganizations}
        placeholder={own}
        onChange={(orgId) => onChange(orgId ?? null)}
      />
    </Suspense>
  )
}
const own = '本人所属的组织'
