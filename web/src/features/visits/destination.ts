import type { CompanyRow } from '@atrium/contract/features/companies/companies.contract.ts'
import type { VisitedOrg } from '@atrium/contract/features/visits/visits.contract.ts'

/** Where somebody may go: a company, or one organisation of it. */
export type Place = {
  companyId: string
  companyName: string
  orgId: string | null
  orgName: string
  /** Kept at hand by the caller. */
  pinned: boolean
}

/** A company as a whole. */
export const wholeOf = ({ companyId, name, pinned }: Pick<CompanyRow, 'companyId' | 'name' | 'pinned'>): Place => ({
  companyId,
  companyName: name,
  orgId: null,
  orgName: '',
  pinned,
})
/** An organisation of a company. */
export const within = ({ companyId, companyName }: Place, { orgId, name }: VisitedOrg): Place => ({
  companyId,
  companyName,
  orgId,
  orgName: name,
  pinned: false,
})

/** What a place is called: 华东公司 / 研发部. */
export const nameOf = ({ companyName, orgName }: Place): string =>
  orgName ? `${companyName} / ${orgName}` : companyName

/** Both are named by the one key of the mixed tree. */
export const keyOf = ({ companyId, orgId }: Pick<Place, 'companyId' | 'orgId'>): string =>
  orgId === null ? companyId : `${companyId}/${orgId}`
export const isSame = (one: Place | undefined, other: Place): boolean =>
  one !== undefined && keyOf(one) === keyOf(other)
