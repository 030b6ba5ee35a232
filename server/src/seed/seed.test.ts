import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { account } from '@atrium/contract/kernel/account.ts'
import { creditCode, phone } from '@atrium/contract/kernel/fields.ts'
import { id } from '@atrium/contract/kernel/listing.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/harness.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { organizationTree } from './organization-tree.ts'
import { progressBar } from './progress-bar.ts'
import { seedDatabase } from './seed-database.ts'
import { pickSizes } from './sizes.ts'
import { staffedCompanies } from './staffed-company.ts'

const size = { companies: 20, users: 300, seed: 7 }
const password = 'Seeded#Pass9'
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await seedDatabase(app.ownerUrl, size, { password })
})
const count = async (table: string) => Number((await app.sql(`select count(*)::int as n from ${table}`))[0]?.n)
const tables = ['companies', 'tenants', 'users', 'login_directory', 'orgs', 'posts', 'user_orgs', 'roles', 'user_roles']
/** The rows of a run, without columns that depend on its time and on random salts. */
const contents = async (sql: TestApp['sql']) => {
  const own = ['plan_id', 'password_hash', 'password_changed_at', 'updated_at', 'since', 'granted_at', 'epoch']
  const found: Record<string, unknown> = {}
  for (const table of tables) {
    const [rows] = await sql(
      `select md5(string_agg(row, ',' order by row)) as rows from (
         select (to_jsonb(rows) - $1::text[])::text as row from ${table} rows
         where ${table === 'companies' ? 'id' : 'company_id'} in (select id from companies where not platform)) as seeded`,
      [table === 'tenants' ? [...own, 'created_at'] : own],
    )
    found[table] = rows?.rows
  }
  return found
}

describe('seeding', () => {
  it('writes the requested numbers of companies and people, a fifth of them in the largest', async () => {
    expect(await count('companies where not platform')).toBe(size.companies)
    const [largest, ...others] = await app.sql(
      `select companies.code, count(*)::int as n from users join companies on companies.id = company_id
       where not platform group by companies.code order by companies.code`,
    )
    expect(largest).toEqual({ code: 'C00001', n: size.users / 5 })
    expect(sum([largest, ...others].map((row) => Number(row?.n)))).toBe(size.users)
    expect(others).toHaveLength(size.companies - 1)
  })
  it('leaves indexes, foreign keys, triggers and row security as in a fresh installation', async () => {
    const shape = async (sql: TestApp['sql']) =>
      sql(
        `select indexdef as standing from pg_indexes where schemaname = 'public'
         union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
           from pg_constraint where connamespace = 'public'::regnamespace
         union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
         union all select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         order by standing`,
      )
    const fresh = await createTestApp()
    expect(await shape(app.sql)).toEqual(await shape(fresh.sql))
  })
  it('gives every company an administrator with all rights of its plan, and a tenant to each without a parent', async () => {
    const ready = await app.sql(
      `select companies.id from companies
       join user_roles assignment on assignment.company_id = companies.id and assignment.user_id = admin_id
       join roles on roles.company_id = companies.id and roles.id = role_id and roles.code = 'company-admin'
       join tenants on tenants.company_id = top_id
       where (select count(*) from plan_elements inside where inside.plan_id = tenants.plan_id)
         = (select count(*) from role_elements held where held.company_id = companies.id and held.role_id = roles.id)
       and (select count(*) from plan_menus inside where inside.plan_id = tenants.plan_id)
         = (select count(*) from role_menus held where held.company_id = companies.id and held.role_id = roles.id)`,
    )
    expect(ready).toHaveLength(size.companies)
    expect(await count('tenants')).toBe(await count('companies where not platform and parent_id is null'))
    expect(await count('companies where parent_id is not null and top_id = parent_id')).toBe(2)
  })
  it('satisfies the validation rules of forms', () => {
    for (const company of staffedCompanies({ ...size, users: 2000 })) {
      expect(creditCode.safeParse(company.creditCode).success).toBe(true)
      expect(id.safeParse(company.id).success).toBe(true)
      for (const person of company.people) {
        expect([person.phone, phone.safeParse(person.phone).success]).toEqual([person.phone, true])
        expect([person.account, account.safeParse(person.account).success]).toEqual([person.account, true])
        expect(id.safeParse(person.id).success).toBe(true)
      }
    }
  })
  it('lets a seeded user sign in, with each login identifier unique', async () => {
    const [person] = await app.sql(
      `select account, phone from users where company_id = (select id from companies where code = 'C00002') and status = 1
       and account not like 'admin%' order by account limit 1`,
    )
    expect(await app.signIn({ account: String(person?.account), password })).toMatch(/./)
    expect(await count('login_directory')).toBe(1 + 2 * size.users + (await count('users where email is not null')))
  })
  it('shows an administrator only their own company, and the platform all companies', async () => {
    const token = await app.signIn({ account: 'admin_c00001', password })
    const people = await app.call(usersContract.list, { query: {} }, token)
    expect(people.total).toBe(size.users / 5)
    const [row] = people.data ?? []
    expect(row?.orgs?.length).toBeGreaterThan(0)
    const found = await app.call(usersContract.list, { query: { search: row?.name ?? '' } }, token)
    expect(found.data?.map(({ name }) => name)).toContain(row?.name)
    expect(found.total).toBeLessThan(size.users / 5)
    expect((await app.call(usersContract.list, { query: { search: 'admin_c0000' } }, token)).total).toBe(1)
    expect((await app.call(organizationsContract.list, { query: {} }, token)).data?.length).toBeGreaterThan(1)
    expect((await app.call(companiesContract.list, { query: {} }, token)).code).toBe(403)
    expect((await app.call(companiesContract.list, { query: {} }, await app.signIn())).total).toBe(size.companies)
  })
  it('is reproducible by seed', async () => {
    const [same, other] = [await createTestDatabase(), await createTestDatabase()]
    await seedDatabase(same.ownerUrl, size, { password })
    await seedDatabase(other.ownerUrl, { ...size, seed: 8 }, { password })
    const first = await contents(app.sql)
    expect(await contents(same.sql)).toEqual(first)
    expect((await contents(other.sql)).users).not.toBe(first.users)
  })
  it('leaves triggers and indexes unchanged', async () => {
    expect(await app.sql(`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
    const [grams] = await app.sql(`select reloptions from pg_class where relname = 'users__name_grams'`)
    expect(grams).toEqual({ reloptions: ['fastupdate=off'] })
  })
  it('refuses a database with companies, and implausible sizes', async () => {
    await expect(seedDatabase(app.ownerUrl, size, { password })).rejects.toThrow('已有公司')
    const tried = (companies: number, users: number) =>
      seedDatabase(app.ownerUrl, { companies, users, seed: 1 }, { password })
    await expect(tried(0, 10)).rejects.toThrow('公司数应为')
    await expect(tried(10, 9)).rejects.toThrow('人数不能少于公司数')
    await expect(tried(1, Number.NaN)).rejects.toThrow('人数应为')
  })
  it('leaves nothing behind when it is cancelled, while writing or before the end', async () => {
    const { ownerUrl, sql } = await createTestDatabase()
    const atEnd = new AbortController()
    const onProgress = () => atEnd.abort(new Error('已取消'))
    for (const [users, stop] of [
      [19_000, AbortSignal.timeout(500)],
      [size.users, atEnd.signal],
    ] as const) {
      const seeding = seedDatabase(ownerUrl, { ...size, users }, { password, stop, onProgress })
      expect(await seeding.catch((error: unknown) => error)).toBe(stop.reason)
      expect(stop.aborted).toBe(true)
      expect(await sql('select from companies where not platform')).toEqual([])
      expect(await sql(`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
    }
  })
})

describe('company sizes', () => {
  it('add up to the requested number of people, at least one each', () => {
    for (const [companies, users] of [
      [1, 1],
      [3, 3],
      [7, 50],
      [50_000, 1_000_000],
    ] as const) {
      const sizes = pickSizes(companies, users)
      expect([sizes.length, sum(sizes)]).toEqual([companies, users])
      expect(Math.min(...sizes)).toBeGreaterThan(0)
    }
    expect(pickSizes(50_000, 1_000_000)[0]).toBe(200_000)
  })
})

describe('an organisation tree', () => {
  it('grows in levels, with unique names among siblings and paths through the ancestors', () => {
    for (const people of [1, 30, 300, 3000, 30_000]) {
      let next = 0
      const nextId = () => {
        next += 1
        return String(next)
      }
      const { all, lowest } = organizationTree(people, nextId)
      expect(new Set(all.map(({ parent, name }) => `${parent} ${name}`)).size).toBe(all.length)
      const paths = new Map(all.map(({ id: own, path }) => [own, path]))
      for (const { id: own, parent, path } of all)
        expect(path).toBe(`${parent === null ? '/' : paths.get(parent)}${own}/`)
      expect(lowest.length).toBeGreaterThanOrEqual(people / 12)
    }
  })
})

describe('the progress bar', () => {
  it('redraws one line of a terminal, and prints each tenth once elsewhere', () => {
    const written: string[] = []
    const write = (text: string) => written.push(text)
    progressBar({ isTTY: true, write })(0.5)
    expect(written).toEqual([`\r${'█'.repeat(15)}${'░'.repeat(15)}  50%`])
    written.length = 0
    const bar = progressBar({ write })
    for (const part of [0.05, 0.1, 0.15, 1]) bar(part)
    expect(written).toEqual(['10%\n', '100%\n'])
  })
})
