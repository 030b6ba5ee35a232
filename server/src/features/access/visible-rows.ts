import type { SeenRows } from '@atrium/contract/features/users/seen-rows.ts'
import type { Db } from '../../kernel/db/database.ts'
import { rowScopesRepository as repository } from './row-scopes.repository.ts'
import { rowsByRole } from './row-scopes.ts'

type ByRole = Awaited<ReturnType<typeof rowsByRole>>[number]
type Named = Awaited<ReturnType<typeof repository.named>>[number]
/** The people of an organisation, perhaps with all below it, perhaps as far as rules let them through. */
type Part = Named & { below: boolean; filtered: boolean }

/** How many organisations are named. */
const namedOrganizations = 20

/** Each organisation's path ends with its own id. */
const idIn = (path: string) => path.split('/').at(-2) ?? ''
const idsIn = ({ rows, wornBy, anchor }: ByRole) => [
  ...rows.orgIds,
  ...rows.orgPaths.map(idIn),
  ...[wornBy, anchor].filter((id) => id !== null),
]

const partsOf = ({ rows }: ByRole, known: readonly Named[]): Part[] => {
  const below = new Set(rows.orgPaths.map(idIn))
  const filtered = rows.rules.length > 0
  return known.flatMap((org) =>
    below.has(org.id) || rows.orgIds.includes(org.id) ? { ...org, below: below.has(org.id), filtered } : [],
  )
}
const isWithin = (part: Part, other: Part) =>
  (other.below ? part.path.startsWith(other.path) : part.id === other.id && !part.below) &&
  (part.filtered || !other.filtered)
/** What no other of them shows already. */
const widest = (parts: readonly Part[]): Part[] =>
  parts.filter((part, at) =>
    parts.every((other, place) => place === at || !isWithin(part, other) || (isWithin(other, part) && at < place)),
  )

const isOpen = ({ rows }: ByRole) => rows.wide && rows.rules.length === 0
const everybodyBy = (roles: readonly ByRole[]): SeenRows['everybody'] => {
  if (roles.some(isOpen)) return 'all'
  return roles.some(({ rows }) => rows.wide) ? 'filtered' : 'none'
}
const organizationsIn = (parts: readonly Part[]) => ({
  organizations: parts.slice(0, namedOrganizations).map(({ path: _, ...part }) => part),
  organizationCount: parts.length,
})

/** Whose rows somebody sees beside his own, all in all and by each role he wears, as people read it. */
export const seenRows = async (db: Db, companyId: string, userId: string): Promise<SeenRows> => {
  const roles = await rowsByRole(db, companyId, userId)
  const known = await repository.named(db, companyId, [...new Set(roles.flatMap(idsIn))])
  const nameOf = new Map(known.map(({ id, name }) => [id, name]))
  const called = (id: string | null) => (id === null ? null : { id, name: nameOf.get(id) ?? '' })
  const everybody = everybodyBy(roles)
  const parts = everybody === 'all' ? [] : widest(roles.flatMap((role) => partsOf(role, known)))
  return {
    everybody,
    ...organizationsIn(parts),
    roles: roles.map((role) => ({
      ...{ id: role.id, name: role.name, everything: role.everything, dataScope: role.scope },
      rules: role.rows.rules.length,
      org: called(role.wornBy),
      anchor: called(role.anchor),
      ...organizationsIn(partsOf(role, known)),
    })),
  }
}
