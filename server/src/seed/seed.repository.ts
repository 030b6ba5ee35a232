import { companyAdmin } from '../features/access/authorization/index.ts'
import { loginDigest } from '../features/people/users/index.ts'
import type { Load, Row } from '../kernel/db/bulk-load.ts'
import { dropIndexesForLoad } from '../kernel/db/drop-indexes-for-load.ts'
import { seededRoles } from './seeded-roles.ts'
import type { StaffedCompany } from './staffed-company.ts'

const systemAuthor = JSON.stringify({ id: '', name: '系统' })
const loadedTables = [
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
const epochTables = ['orgs', 'user_orgs', 'roles', 'user_roles', 'role_elements', 'role_menus']

type WriteOptions = {
  /** The plan of all tenants. */
  planId: string
  /** Hash of the shared password. */
  passwordHash: string
  /** Called for each user written. */
  onPerson: () => void
}

/** Rows by table, in the order of their foreign keys. */
const listTables = ({
  planId,
  passwordHash,
  onPerson,
}: WriteOptions): Record<string, (company: StaffedCompany) => Iterable<Row>> => ({
  companies: (company) => {
    const { id, name, shortName, code, creditCode, areaCode, address, industry, parent, createdAt, people } = company
    const [admin] = people
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
        legal: admin?.name ?? '',
        contact: admin?.name ?? '',
        phone: admin?.phone ?? '',
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
      created_by: systemAuthor,
      updated_by: systemAuthor,
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
    company.orgMemberships.map(({ userId, orgId, primary, duty, postId }) => ({
      company_id: company.id,
      user_id: userId,
      org_id: orgId,
      is_primary: primary,
      duty,
      post_id: postId,
    })),
  user_roles: (company) =>
    company.roleAssignments.map(({ userId, roleId }) => ({ company_id: company.id, user_id: userId, role_id: roleId })),
})
function* listRows(companies: readonly StaffedCompany[], of: (company: StaffedCompany) => Iterable<Row>) {
  for (const company of companies) yield* of(company)
}

/** Grants the seeded roles their rights within the plan; the administrator role gets all of the plan. */
const grantRights = async ({ sql }: Load, companyIds: readonly string[], planId: string) => {
  const values = (kind: 'elements' | 'menus') => {
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
    values('elements'),
  )
  await sql(
    `insert into role_menus (company_id, role_id, menu_id)
     select roles.company_id, roles.id, menu_id from ${roles} join plan_menus on plan_id = $2
     join menus on menus.id = menu_id where ${holds('menus.code')}`,
    values('menus'),
  )
}

export const seedRepository = {
  /** Whether a customer's company exists. */
  hasCompanies: async ({ sql }: Load): Promise<boolean> => {
    const [found] = await sql('select exists (select from companies where not platform and not members) as any')
    return found?.any === true
  },

  /**
   * Disables epoch triggers (no cached rights of new users need to expire) and drops indexes and foreign keys during
   * the load.
   * @returns a function that restores both
   */
  async prepare(load: Load) {
    for (const table of epochTables) await load.sql(`alter table ${table} disable trigger epoch_insert`)
    await load.sql(`set local maintenance_work_mem = '256MB'`)
    const { count, restore } = await dropIndexesForLoad(load, loadedTables)
    return {
      steps: count,
      finish: async (onStep: () => void) => {
        await restore(onStep)
        for (const table of epochTables) await load.sql(`alter table ${table} enable trigger epoch_insert`)
      },
    }
  },

  standardPlan: async ({ sql }: Load): Promise<string> => {
    const [plan] = await sql(`select id from plans where builtin and code = 'standard'`)
    return String(plan?.id)
  },

  /** Takes companies after their parents. */
  async write(load: Load, companies: readonly StaffedCompany[], writing: WriteOptions) {
    for (const [table, of] of Object.entries(listTables(writing))) await load.copy(table, listRows(companies, of))
    const ids = companies.map(({ id }) => id)
    const admins = companies.map(({ people }) => people[0]?.id ?? null)
    await load.sql(
      `update companies set admin_id = administrator.id from unnest($1::uuid[], $2::uuid[]) as administrator (company_id, id)
       where companies.id = administrator.company_id`,
      [ids, admins],
    )
    await grantRights(load, ids, writing.planId)
  },
}
