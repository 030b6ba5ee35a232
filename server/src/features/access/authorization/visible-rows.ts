import type { VisibleRows } from '@atrium/contract/features/access/authorization/visible-rows.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { rowScopesRepository as repository } from './row-scopes.repository.ts'
import { rowsByRole } from './row-scopes.ts'

type ByRole = Awaited<ReturnType<typeof rowsByRole>>[number]
type Organization = Awaited<ReturnType<typeof repository.findOrganizations>>[number]
/** An organisation whose users are visible: `below` with its descendants, `filtered` by data rules. */
type VisibleOrganization = Organization & { below: boolean; filtered: boolean }

const maxNamedOrganizations = 20

/** Every organisation's path ends with its own id. */
const lastIdIn = (path: string) => path.split('/').at(-2) ?? ''
const listOrganizationIds = ({ rows, viaOrgId, scopeOrgId }: ByRole) => [
  ...rows.groupIds,
  ...rows.groupPaths.map(lastIdIn),
  ...[viaOrgId, scopeOrgId].filter((id) => id !== null),
]

const listVisibleOrganizations = ({ rows }: ByRole, known: readonly Organization[]): VisibleOrganization[] => {
  const below = new Set(rows.groupPaths.map(lastIdIn))
  const filtered = rows.rules.length > 0
  return known.flatMap((org) =>
    below.has(org.id) || rows.groupIds.includes(org.id) ? { ...org, below: below.has(org.id), filtered } : [],
  )
}
const isWithin = (part: VisibleOrganization, other: VisibleOrganization) =>
  (other.below ? part.path.startsWith(other.path) : part.id === other.id && !part.below) &&
  (part.filtered || !other.filtered)
/** Drops organisations contained in another one of the list. */
const widest = (parts: readonly VisibleOrganization[]): VisibleOrganization[] =>
  parts.filter((part, at) =>
    parts.every((other, index) => index === at || !isWithin(part, other) || (isWithin(other, part) && at < index)),
  )

const isUnrestricted = ({ rows }: ByRole) => rows.wide && rows.rules.length === 0
const companyWideVisibility = (roles: readonly ByRole[]): VisibleRows['everybody'] => {
  if (roles.some(isUnrestricted)) return 'all'
  return roles.some(({ rows }) => rows.wide) ? 'filtered' : 'none'
}
const toOrganizationList = (parts: readonly VisibleOrganization[]) => ({
  organizations: parts.slice(0, maxNamedOrganizations).map(({ path: _, ...part }) => part),
  organizationCount: parts.length,
})

/** The row scopes of a user in total and by role, for display. */
export const visibleRows = async (db: Db, companyId: string, userId: string): Promise<VisibleRows> => {
  const roles = await rowsByRole(db, companyId, userId)
  const known = await repository.findOrganizations(db, companyId, [...new Set(roles.flatMap(listOrganizationIds))])
  const nameOf = new Map(known.map(({ id, name }) => [id, name]))
  const toNamed = (id: string | null) => (id === null ? null : { id, name: nameOf.get(id) ?? '' })
  const companyWide = companyWideVisibility(roles)
  const parts = companyWide === 'all' ? [] : widest(roles.flatMap((role) => listVisibleOrganizations(role, known)))
  return {
    everybody: companyWide,
    ...toOrganizationList(parts),
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      everything: role.everything,
      dataScope: role.scope,
      rules: role.rows.rules.length,
      org: toNamed(role.viaOrgId),
      anchor: toNamed(role.scopeOrgId),
      ...toOrganizationList(listVisibleOrganizations(role, known)),
    })),
  }
}
