import { companyAdmin } from '../features/access/authorization/index.ts'
import { type Company, makeCompany, openingDate } from './companies.ts'
import { createDraw, type Draw } from './draw.ts'
import { type Organization, organizationTree } from './organization-tree.ts'
import { makePerson, type Person } from './people.ts'
import { seededRoles } from './seeded-roles.ts'
import { pickSizes } from './sizes.ts'
import { posts as postWords } from './words.ts'

type Role = { id: string; code: string; name: string; type: 'builtin' | 'custom'; dataScope: 'all' | 'self' }
type OrgMembership = { userId: string; orgId: string; primary: boolean; duty: 'leader' | 'member'; postId: string }
export type StaffedCompany = Company & {
  organizations: Organization[]
  posts: { id: string; name: string; code: string; level: number }[]
  /** The first is the administrator role, assigned to the first person. */
  roles: Role[]
  people: Person[]
  orgMemberships: OrgMembership[]
  roleAssignments: { userId: string; roleId: string }[]
}
export type SeedSize = { companies: number; users: number; seed: number }

/** Every 25th person belongs to a second organisation. */
const secondOrgInterval = 25

const [leader, member] = ['leader', 'member'] as const

const makeOrgMemberships = (
  draw: Draw,
  people: readonly Person[],
  lowest: readonly Organization[],
  posts: readonly string[],
) => {
  const [, manager, ...others] = posts as [string, string, ...string[]]
  const orgIdAt = (nth: number) => lowest[nth % lowest.length]?.id ?? ''
  return people.flatMap(({ id: userId }, nth): OrgMembership[] => {
    const leads = nth < lowest.length
    const orgId = orgIdAt(nth)
    const first = {
      userId,
      orgId,
      primary: true,
      duty: leads ? leader : member,
      postId: leads ? manager : draw.pick(others),
    }
    const second = { ...first, orgId: orgIdAt(nth + 1), primary: false, duty: member }
    return lowest.length > 1 && nth % secondOrgInterval === secondOrgInterval - 1 ? [first, second] : [first]
  })
}

const makeRoles = (newId: () => string): Role[] => [
  { id: newId(), code: companyAdmin.code, name: companyAdmin.name, type: 'builtin', dataScope: 'all' },
  ...seededRoles.map(({ code, name, type, dataScope }): Role => ({ id: newId(), code, name, type, dataScope })),
]

const assignRoles = (people: readonly Person[], [adminRole, ...others]: readonly Role[]) =>
  people.flatMap(({ id: userId }, nth) => {
    const assigned = nth === 0 ? [adminRole] : others.filter((_, at) => nth % (seededRoles[at]?.everyNth ?? 1) === 0)
    return assigned.flatMap((role) => (role ? { userId, roleId: role.id } : []))
  })

const staffed = (company: Company, draw: Draw, firstPerson: number, size: number): StaffedCompany => {
  const { lowest, all: organizations } = organizationTree(size, () => draw.idAt(company.createdAt))
  const posts = postWords.map(([name, code, level]) => ({ id: draw.idAt(company.createdAt), name, code, level }))
  const roles = makeRoles(() => draw.idAt(company.createdAt))
  const people = Array.from({ length: size }, (_, nth) => makePerson(draw, firstPerson + nth, openingDate))
  const [admin] = people
  // A predictable account for demonstrations.
  if (admin) Object.assign(admin, { account: `admin_${company.code.toLowerCase()}`, email: null, status: 1 })
  const postIds = posts.map(({ id }) => id)
  const orgMemberships = makeOrgMemberships(draw, people, lowest, postIds)
  return {
    ...company,
    organizations,
    posts,
    roles,
    people,
    orgMemberships,
    roleAssignments: assignRoles(people, roles),
  }
}

/** All companies with their data, generated one at a time; reproducible by seed. */
export function* staffedCompanies({ companies, users, seed }: SeedSize): Generator<StaffedCompany> {
  const before: Company[] = []
  let firstPerson = 1
  for (const [nth, size] of pickSizes(companies, users).entries()) {
    const draw = createDraw(seed, nth)
    const company = makeCompany(draw, nth, before)
    before.push(company)
    yield staffed(company, draw, firstPerson, size)
    firstPerson += size
  }
}
