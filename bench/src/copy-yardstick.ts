import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'

/**
 * Rows a second that PostgreSQL copies of the imported users, their login names, organisations and roles, out of their
 * tables and into others with the same columns, constraints and indexes, without triggers, rules and log: what the
 * database alone takes.
 */
export const measureCopy = (ownerUrl: string, company: string, rows: number) =>
  asOwner(ownerUrl, async (client) => {
    const tables = ['users', 'login_directory', 'user_orgs', 'user_roles']
    for (const table of tables) await client.query(`create unlogged table bench_${table} (like ${table} including all)`)
    for (const table of tables) await client.query(`alter table bench_${table} set logged`)
    const began = performance.now()
    for (const table of tables)
      await client.query(`insert into bench_${table} select * from ${table} where company_id = $1`, [company])
    const seconds = (performance.now() - began) / 1000
    for (const table of tables) await client.query(`drop table bench_${table}`)
    return rows / seconds
  })
