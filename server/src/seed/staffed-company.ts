import { companyAdmin } from '../features/access/index.ts'
import { type Company, companyOf, opening } from './companies.ts'
import { type Drawn, drawn } from './drawn.ts'
import { type Organization, organizationTree } from './organization-tree.ts'
import { type Person, personOf } from './people.ts'
import { seededRoles } from './seeded-roles.ts'
import { sizesOf } from './sizes.ts'
import { posts as postWords } from './words.ts'

type Role = { id: string; code: string; name: string; type: 'builtin' | 'custom'; dataScope: 'all' | 'self' }
type Belonging = { userId: string; orgId: string; primary: boolean; duty: 'leader' | 'member'; postId: string }
export type StaffedCompany = Company & {
  organizations: Organization[]
  posts: { id: string; name: string; code: string; level: number }[]
  /** The first is that of whoever looks after it, worn by its first person. */
  roles: Role[]
  people: Person[]
  belongings: Belonging[]
  worn: { userId: string; roleId: string }[]
}
export type Wanted = { companies: number; users: number; seed: number }

/** One in so many people belongs to a second organisation. */
const eachSecond = 25

const [leader, member] = ['leader', 'member'] as const

const belongingsOf = (
  draw: Drawn,
  people: readonly Person[],
  lowest: readonly Organization[],
  posts: readonly string[],
) => {
  const [, manager, ...others] = posts as [string, string, ...string[]]
  const place = (nth: number) => lowest[nth % lowest.length]?.id ?? ''
  return people.flatMap(({ id: userId }, nth): Belonging[] => {
    const leads = nth < lowest.length
    const orgId = place(nth)
    const first = {
      userId,
      orgId,
      primary: true,
      duty: leads ? leader : member,
      postId: leads ? manager : draw.pick(others),
    }
    const second = { ...first, orgId: place(nth + 1), primary: false, duty: member }
    return lowest.length > 1 && nth % eachSecond === eachSecond - 1 ? [first, second] : [first]
  })
}

const rolesOf = (newId: () => string): Role[] => [
  { id: newId(), code: companyAdmin.code, name: companyAdmin.name, type: 'builtin', dataScope: 'all' },
  ...seededRoles.map(({ code, name, type, dataScope }): Role => ({ id: newId(), code, name, type, dataScope })),
]

const wornBy = (people: readonly Person[], [keeping, ...others]: readonly Role[]) =>
  people.flatMap(({ id: userId }, nth) => {
    const worn = nth === 0 ? [keeping] : others.filter((_, at) => nth % (seededRoles[at]?.each ?? 1) === 0)
    return worn.flatMap((role) => (role ? { userId, roleId: role.id } : []))
  })

const staffed = (company: Company, draw: Drawn, firstPerson: number, size: number): StaffedCompany => {
  const { lowest, all: organizations } = organizationTree(size, () => draw.idAt(company.createdAt))
  const posts = postWords.map(([name, code, level]) => ({ id: draw.idAt(company.createdAt), name, code, level }))
  const roles = rolesOf(() => draw.idAt(company.createdAt))
  const people = Array.from({ length: size }, (_, nth) => personOf(draw, firstPerson + nth, opening))
  const [keeper] = people
  // So that whoever shows the product knows whom to sign in as.
  if (keeper) Object.assign(keeper, { account: `admin_${company.code.toLowerCase()}`, email: null, status: 1 })
  const postIds = posts.map(({ id }) => id)
  const belongings = belongingsOf(draw, people, lowest, postIds)
  return { ...company, organizations, posts, roles, people, belongings, worn: wornBy(people, roles) }
}

/** Every company with everybody and everything of it, one after the other; the same for the same seed. */
export function* staffedCompanies({ companies, users, seed }: Wanted): Generator<StaffedCompany> {
  const before: Company[] = []
  let firstPerson = 1
  for (const [nth, size] of sizesOf(companies, users).entries()) {
    const draw = drawn(seed, nth)
    const company = companyOf(draw, nth, before)
    before.push(company)
    yield staffed(company, draw, firstPerson, size)
    firstPerson += size
  }
}
