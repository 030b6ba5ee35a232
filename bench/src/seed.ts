import { randomUUID } from 'node:crypto'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { hashPassword } from '@atrium/server/src/kernel/password-hash.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import type pg from 'pg'

export const password = 'Bench#Pass1'
/** One for every worker of the largest run, and one whose session is never refreshed. */
const accountCount = 65
const otherCompanies = 200
/** Ranks by size. */
const neighbourRanks = { from: 10, count: 8 }
/** Each is used once: the limits count by account. */
const timedAccounts = 500
export const rowsOf = { platform: 2_000, largest: 20_000 }

export type Seeded = {
  platform: { company: string; accounts: string[] }
  largest: { company: string; accounts: string[] }
  /** One account for each of several medium-sized companies. */
  neighbours: string[]
  /** Accounts whose sign-in is timed, each once. */
  tried: string[]
}

const run = (ownerUrl: string, statement: string, values: string[] = []) =>
  asOwner(ownerUrl, async (client) => void (await client.query(statement, values)))
/** Sets the allowed request rate of every company; practically unlimited by default, to measure the maximum. */
export const setCompanyShare = (ownerUrl: string, perSecond = 100_000) =>
  run(ownerUrl, `update base_parameters set value = $1 where code = 'limits.companyPerSecond'`, [
    JSON.stringify(perSecond),
  ])
/** Extends the access tokens issued so far to cover a long measurement. */
export const extendAccessTokens = (ownerUrl: string) =>
  run(ownerUrl, `update sessions set access_expires_at = now() + interval '2 hours' where access_expires_at > now()`)

const addParameters = (client: pg.Client, company: string, rows: number) =>
  client.query(
    `insert into base_parameters (company_id, id, code, name, kind, value, description, created_by, updated_by, created_at)
     select $1, gen_random_uuid(), 'bench.p' || n, '参数' || n, 'string', to_jsonb('值' || n), '标尺数据', by, by,
            now() + make_interval(secs => $2::int - n)
     from generate_series(1, $2::int) n, (select '{"id":"","name":"标尺"}'::jsonb as by) seeded`,
    [company, rows],
  )

const addPeople = async (client: pg.Client, company: string, accounts: readonly string[], hash: string) => {
  const role = randomUUID()
  await client.query('insert into roles (company_id, id, code, name) values ($1, $2, $3, $3)', [company, role, role])
  await client.query(`insert into role_elements select $1, $2, code from elements`, [company, role])
  await client.query(`insert into role_menus select $1, $2, id from menus`, [company, role])
  for (const account of accounts) {
    const id = randomUUID()
    await client.query(`insert into users (company_id, id, account, name, password_hash) values ($1, $2, $3, $3, $4)`, [
      company,
      id,
      account,
      hash,
    ])
    await client.query(`insert into login_directory values ('account', $1, $2, $3)`, [
      digest(`account:${account}`),
      company,
      id,
    ])
    await client.query(`insert into user_roles values ($1, $2, $3)`, [company, id, role])
  }
}

const numberedAccounts = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

/**
 * Fills the database: parameters of the platform's company, and of others with a realistic size distribution (the
 * second has half of the first, the third a third, …); accounts that can sign in to the platform's and the largest
 * company.
 */
export const seed = (ownerUrl: string): Promise<Seeded> =>
  asOwner(ownerUrl, async (client) => {
    const hash = await hashPassword(password)
    await client.query('begin')
    const { rows } = await client.query<{ id: string }>('select id from companies where platform')
    const platform = { company: rows[0]?.id ?? '', accounts: numberedAccounts('bench', accountCount) }
    const largest = { company: '', accounts: numberedAccounts('largest', 1) }
    const neighbours: { company: string; accounts: string[] }[] = []
    await addParameters(client, platform.company, rowsOf.platform)
    for (let rank = 1; rank <= otherCompanies; rank += 1) {
      const id = randomUUID()
      if (rank === 1) largest.company = id
      const at = rank - neighbourRanks.from
      if (at >= 0 && at < neighbourRanks.count) neighbours.push({ company: id, accounts: [`neighbour${at}`] })
      await client.query('insert into companies (id, name) values ($1, $2)', [id, `标尺公司${rank}`])
      await addParameters(client, id, Math.ceil(rowsOf.largest / rank))
    }
    const timed = { company: largest.company, accounts: numberedAccounts('tried', timedAccounts) }
    for (const { company, accounts } of [platform, largest, ...neighbours, timed])
      await addPeople(client, company, accounts, hash)
    await client.query('commit')
    await client.query('vacuum analyze')
    await setCompanyShare(ownerUrl)
    return { platform, largest, neighbours: neighbours.flatMap(({ accounts }) => accounts), tried: timed.accounts }
  })
