import { randomUUID } from 'node:crypto'
import { hashPassword } from '@atrium/server/src/features/users/index.ts'
import { digest } from '@atrium/server/src/kernel/secrets.ts'
import pg from 'pg'

export const password = 'Bench#Pass1'
const accounts = 64
const companies = 200
const largest = 20_000

/**
 * Fills the database: companies whose parameters are spread like real ones (the second has half of the first, the third
 * a third, …), and people who can sign in to the largest. Out: their accounts and the company they belong to.
 */
export const seed = async (ownerUrl: string): Promise<{ accounts: string[]; company: string; rows: number }> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const hash = await hashPassword(password)
  const ids = Array.from({ length: companies }, () => randomUUID())
  const people = Array.from({ length: accounts }, (_, n) => `bench${n}`)
  const company = ids[0] ?? ''
  try {
    await client.query('begin')
    for (const [rank, id] of ids.entries()) {
      await client.query('insert into companies (id, name) values ($1, $2)', [id, `标尺公司${rank}`])
      await client.query(
        `insert into base_parameters (company_id, id, code, name, kind, value, description, created_by, updated_by, created_at)
         select $1, gen_random_uuid(), 'bench.p' || n, '参数' || n, 'string', to_jsonb('值' || n), '标尺数据', by, by,
                now() - make_interval(secs => n)
         from generate_series(1, $2::int) n, (select '{"id":"","name":"标尺"}'::jsonb as by) seeded`,
        [id, Math.ceil(largest / (rank + 1))],
      )
    }
    const role = randomUUID()
    await client.query(`insert into roles (company_id, id, code, name) values ($1, $2, 'bench', '标尺')`, [
      company,
      role,
    ])
    await client.query(`insert into role_elements select $1, $2, code from elements`, [company, role])
    await client.query(`insert into role_menus select $1, $2, id from menus`, [company, role])
    for (const account of people) {
      const id = randomUUID()
      await client.query(
        `insert into users (company_id, id, account, name, password_hash) values ($1, $2, $3, $3, $4)`,
        [company, id, account, hash],
      )
      await client.query(`insert into login_directory values ('account', $1, $2, $3)`, [
        digest(`account:${account}`),
        company,
        id,
      ])
      await client.query(`insert into user_roles values ($1, $2, $3)`, [company, id, role])
    }
    await client.query('commit')
    await client.query('analyze')
    return { accounts: people, company, rows: largest }
  } finally {
    await client.end()
  }
}
