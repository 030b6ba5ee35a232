import type { VisitedOrg } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'

/** A destination of a switch: a company or one of its organisations. */
export type Destination = {
  companyId: string
  companyName: string
  orgId: string | null
  orgName: string
  /** Pinned by the caller. */
  pinned: boolean
}

export const toCompanyDestination = ({
  companyId,
  name,
  pinned,
}: Pick<CompanyRow, 'companyId' | 'name' | 'pinned'>): Destination => ({
  companyId,
  companyName: name,
  orgId: null,
  orgName: '',
  pinned,
})
export const toOrganizationDestination = (
  { companyId, companyName }: Destination,
  { orgId, name }: VisitedOrg,
): Destination => ({
  companyId,
  companyName,
  orgId,
  orgName: name,
  pinned: false,
})

/** Display name: 华东公司 / 研发部. */
export const destinationName = ({ companyName, orgName }: Destination): string =>
  orgName ? `${companyName} / ${orgName}` : companyName

/** Key of a node in the tree of companies and organisations. */
export const destinationKey = ({ companyId, orgId }: Pick<Destination, 'companyId' | 'orgId'>): string =>
  orgId === null ? companyId : `${companyId}/${orgId}`
export const isSameDestination = (one: Destination | undefined, other: Destination): boolean =>
  one !== undefined && destinationKey(one) === destinationKey(other)
