import { companyAdmin } from '../features/access/index.ts'
import { loginDigest } from '../features/users/index.ts'
import type { Load, Row } from '../kernel/db/bulk-load.ts'
import { putOff } from '../kernel/db/put-off.ts'
import { seededRoles } from './seeded-roles.ts'
import type { StaffedCompany } from './staffed-company.ts'

const nobody = JSON.stringify({ id: '', name: '系统' })
const written = [
  'companies',
  'tenants',
  'orgs',
  'posts',
  'roles',
  'users',
  'login_directory',
  'user_orgs',
  'user_roles',
  'role_elements',
  'role_menus',
]
const keptByEpoch = ['orgs', 'user_orgs', 'roles', 'user_roles', 'role_elements', 'role_menus']

type Writing = {
  /** The plan of every tenant. */
  planId: string
  /** Of the password that everybody has. */
  passwordHash: string
  /** Hears of everybody who is written. */
  onPerson: () => void
}

/** The rows of a company by their tables, which stand in the order in which they refer to each other. */
const tablesOf = ({
  planId,
  passwordHash,
  onPerson,
}: Writing): Record<string, (company: StaffedCompany) => Iterable<Row>> => ({
  companies: (company) => {
    const { id, name, shortName, code, creditCode, areaCode, address, industry, parent, createdAt, people } = company
    const [keeper] = people
    return [
      {
        id,
        name,
        short_name: shortName,
        code,
        credit_code: creditCode,
        area_code: areaCode,
        address,
        industry,
        legal: keeper?.name ?? '',
        contact: keeper?.name ?? '',
        phone: keeper?.phone ?? '',
        parent_id: parent,
        created_at: createdAt,
      },
    ]
  },
  tenants: ({ id, tenant, createdAt }) =>
    tenant === null
      ? []
      : [
          {
            company_id: id,
            plan_id: planId,
            start_at: createdAt,
            expire_at: tenant.expireAt,
            trial: tenant.trial,
            suspended_at: tenant.suspendedAt,
            suspend_reason: tenant.suspendReason,
          },
        ],
  orgs: (company) =>
    company.organizations.map(({ parent, ...organization }) => ({
      company_id: company.id,
      parent_id: parent,
      ...organization,
      created_at: company.createdAt,
    })),
  posts: (company) =>
    company.posts.map((post) => ({
      company_id: company.id,
      ...post,
      created_at: company.createdAt,
      created_by: nobody,
      updated_by: nobody,
    })),
  roles: (company) =>
    company.roles.map(({ id, code, name, type, dataScope }) => ({
      company_id: company.id,
      id,
      code,
      name,
      type,
      data_scope: dataScope,
      created_at: company.createdAt,
    })),
  *users(company) {
    for (const { createdAt, ...person } of company.people) {
      yield { company_id: company.id, ...person, password_hash: passwordHash, created_at: createdAt }
      onPerson()
    }
  },
  *login_directory(company) {
    for (const { id, account, phone, email } of company.people) {
      const owner = { company_id: company.id, user_id: id }
      yield { kind: 'account', digest: loginDigest('account', account), ...owner }
      yield { kind: 'phone', digest: loginDigest('phone', phone), ...owner }
      if (email !== null) yield { kind: 'mail', digest: loginDigest('mail', email), ...owner }
    }
  },
  user_orgs: (company) =>
    company.belongings.map(({ userId, orgId, primary, duty, postId }) => ({
      company_id: company.id,
      user_id: userId,
      org_id: orgId,
      is_primary: primary,
      duty,
      post_id: postId,
    })),
  user_roles: (company) =>
    company.worn.map(({ userId, roleId }) => ({ company_id: company.id, user_id: userId, role_id: roleId })),
})
function* rowsOf(companies: readonly StaffedCompany[], of: (company: StaffedCompany) => Iterable<Row>) {
  for (const company of companies) yield* of(company)
}

/** What the seeded roles hold, of what the plan does; whoever looks after a company holds all of that. */
const giveRights = async ({ sql }: Load, companyIds: readonly string[], planId: string) => {
  const given = (kind: 'elements' | 'menus') => {
    const pairs = seededRoles.flatMap((role) => role[kind].map((code) => [role.code, code] as const))
    return [companyIds, planId, companyAdmin.code, pairs.map(([role]) => role), pairs.map(([, code]) => code)]
  }
  const roles = `unnest($1::uuid[]) as seeded (company_id) join roles using (company_id)`
  const holds = (code: string) =>
    `(roles.code = $3 or (roles.code, ${code}) in (select * from unnest($4::text[], $5::text[])))`
  await sql(
    `insert into role_elements (company_id, role_id, element)
     select roles.company_id, roles.id, element from ${roles} join plan_elements on plan_id = $2
     where ${holds('element')}`,
    given('elements'),
  )
  await sql(
    `insert into role_menus (company_id, role_id, menu_id)
     select roles.company_id, roles.id, menu_id from ${roles} join plan_menus on plan_id = $2
     join menus on menus.id = menu_id where ${holds('menus.code')}`,
    given('menus'),
  )
}

/** Rows of seeded companies. */
export const seedRepository = {
  /** Whether any customer's company is there. */
  hasCompanies: async ({ sql }: Load): Promise<boolean> => {
    const [found] = await sql('select exists (select from companies where not platform and not members) as any')
    return found?.any === true
  },

  /**
   * Spares what only changes of rows in use need: nobody keeps rights of people who are new, and what many rows can be
   * checked for and found by together waits for the end. Out: that end.
   */
  async prepare(load: Load) {
    for (const table of keptByEpoch) await load.sql(`alter table ${table} disable trigger epoch_insert`)
    await load.sql(`set local maintenance_work_mem = '256MB'`)
    const { count, bringBack } = await putOff(load, written)
    return {
      steps: count,
      finish: async (onStep: () => void) => {
        await bringBack(onStep)
        for (const table of keptByEpoch) await load.sql(`alter table ${table} enable trigger epoch_insert`)
      },
    }
  },

  standardPlan: async ({ sql }: Load): Promise<string> => {
    const [plan] = await sql(`select id from plans where builtin and code = 'standard'`)
    return String(plan?.id)
  },

  /** In: whole companies, after those they belong to. */
  async write(load: Load, companies: readonly StaffedCompany[], writing: Writing) {
    for (const [table, of] of Object.entries(tablesOf(writing))) await load.copy(table, rowsOf(companies, of))
    const ids = companies.map(({ id }) => id)
    const keepers = companies.map(({ people }) => people[0]?.id ?? null)
    await load.sql(
      `update companies set admin_id = keeper.id from unnest($1::uuid[], $2::uuid[]) as keeper (company_id, id)
       where companies.id = keeper.company_id`,
      [ids, keepers],
    )
    await giveRights(load, ids, writing.planId)
  },
}
