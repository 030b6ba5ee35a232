import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { AssignedRole } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { lazy, Suspense } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { t } from '../../../ui/texts.ts'
import { findOrganizations, loadOrganizations } from './find-organizations.ts'

// Loaded lazily: few assignments have an organisation scope.
const TreeSelect = lazy(async () => ({ default: (await import('../../../ui/tree-select.tsx')).TreeSelect }))

type ScopeOrgProps = {
  id: string
  value: string | null
  /** The scope when the form was opened. */
  assigned: AssignedRole['anchor']
  disabled: boolean
  onChange: (orgId: string | null) => void
}

/** Organisation scope of an assignment; empty stands for the assignee's organisations. */
export const ScopeOrgSelect = ({ id, value, assigned, disabled, onChange }: ScopeOrgProps) => {
  const mayChoose = useCan(organizationsContract.list)
  if (disabled || !mayChoose)
    return <span id={id}>{value === null ? ownOrganizationsLabel : (assigned?.name ?? '')}</span>
  return (
    <Suspense>
      <TreeSelect
        id={id}
        value={value ?? undefined}
        find={findOrganizations}
        load={loadOrganizations}
        placeholder={ownOrganizationsLabel}
        onChange={(orgId) => onChange(orgId ?? null)}
      />
    </Suspense>
  )
}
const ownOrganizationsLabel = t('本人所属的组织')
