import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../../test/database-url.ts'
import { asOwner } from './as-owner.ts'
import { migrate } from './migrate.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

const folder = join(import.meta.dirname, '../../../migrations')
/** By release: its commit, and the hash of each migration that it has. */
const releases: Record<string, { commit: string; files: Record<string, string> }> = JSON.parse(
  await readFile(join(folder, 'releases.json'), 'utf8'),
)

it.each(Object.entries(releases))(
  'keeps the migrations of release %s as they were',
  async (release, { commit, files }) => {
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    const sha256 = async (name: string) =>
      createHash('sha256')
        .update(await readFile(join(folder, `${name}.sql`)))
        .digest('hex')
    const advice = `migrations of release ${release} changed: they go forward only, put the change into a new file`
    for (const [name, hash] of Object.entries(files)) expect([name, await sha256(name)], advice).toEqual([name, hash])
  },
)

const [company, user, role] = ['00000000-0000-7000-8000-000000000001', crypto.randomUUID(), crypto.randomUUID()]
const rows = `
  insert into companies (id, name, platform) values ('${company}', '平台', true);
  insert into users (company_id, id, account, name, password_hash) values ('${company}', '${user}', 'wang', '王芳', '-');
  insert into roles (company_id, id, code, name) values ('${company}', '${role}', 'clerk', '文员');
  insert into user_roles (company_id, user_id, role_id) values ('${company}', '${user}', '${role}');
  insert into messages (company_id, id, channel, template, target)
    values ('${company}', gen_random_uuid(), 'sms', 'code', '137****1111');
  insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
    values ('${company}', 0, gen_random_uuid(), now(), 't', '', '', 'user.created', true, 0, 1, '', '');`
const tables = ['companies', 'users', 'roles', 'user_roles', 'messages', 'audit_log', 'headcounts']
const stored = async (client: pg.Client) => {
  const { rows } = await client.query(
    tables.map((table) => `select '${table}', to_jsonb(${table}) as row from ${table}`).join(' union all '),
  )
  return rows
}

it('brings a database of the last release up to date, with its rows', async () => {
  const files = Object.keys(Object.values(releases).at(-1)?.files ?? {})
  const name = `test_${randomBytes(6).toString('hex')}`
  const released = await mkdtemp(join(tmpdir(), 'atrium-release-'))
  onTestFinished(async () => {
    await rm(released, { recursive: true })
    await asOwner(inject('serverUrl'), (client) => client.query(`drop database if exists ${name}`))
  })
  for (const file of files) await cp(join(folder, `${file}.sql`), join(released, `${file}.sql`))
  await asOwner(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  const url = databaseUrl(inject('serverUrl'), name)

  await expect(migrate(url, released)).resolves.toEqual(files)
  const before = await asOwner(url, async (client) => {
    await client.query(rows)
    return stored(client)
  })
  await migrate(url, folder)
  expect(await asOwner(url, stored)).toMatchObject(before)
  expect(await verifyAuditChain(url)).toMatchObject({ rows: 1, brokenLinks: [] })
})
