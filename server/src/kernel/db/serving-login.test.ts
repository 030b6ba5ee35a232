import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { ensureServingLogin } from './serving-login.ts'

let stage: TestDatabase
beforeAll(async () => {
  stage = await createTestDatabase()
})

/** A role of the server, removed with the test. Roles belong to all databases. */
const createRole = async (attributes: string) => {
  const name = `serve-${randomBytes(4).toString('hex')}`
  await stage.superuserSql(`create role "${name}" ${attributes} password 'p@ss w/'`)
  onTestFinished(async () => {
    await stage.superuserSql(`drop owned by "${name}"`)
    await stage.superuserSql(`drop role "${name}"`)
  })
  return {
    name,
    grant: (more = '') => stage.superuserSql(`grant atrium_company, atrium_platform to "${name}" ${more}`),
  }
}
const serveAs = (name: string) => ensureServingLogin(stage.ownerUrl, { name, password: 'p@ss w/' })
/** Lets the login's creator do what an owner who is no superuser may not. */
const setUpAs = (name: string) =>
  serveAs(name).catch(async ({ message }: Error) => {
    const [, statements] = message.split('请由其创建者执行：')
    if (!statements) throw new Error(message)
    await stage.superuserSql(statements)
    return serveAs(name)
  })

describe('a login that the operator names', () => {
  it('serves, with the settings of the created one', async () => {
    const { name, grant } = await createRole('login noinherit')
    await grant()
    await stage.superuserSql(`alter role "${name}" set statement_timeout = '1h'`)
    const database = openDatabase(await setUpAs(name), 2, {}, inject('pooler'))
    onTestFinished(database.close)
    const { rows } = await database.statement({
      text: `select session_user::text as login, current_setting('statement_timeout') as timeout, count(*)::int as n from companies`,
      values: [],
    })
    expect(rows).toEqual([{ login: name, timeout: '5s', n: expect.any(Number) }])
    await expect(database.asLogin({ text: 'select from users' })).rejects.toThrow('permission denied')
    expect((await database.asLogin({ text: 'select from pgboss.job limit 1' })).rows).toBeDefined()
  })
  it.each([
    ['nobody has created', undefined, '不存在'],
    ['cannot log in', 'nologin noinherit', '不能登录'],
    ['is a superuser', 'superuser login', 'SUPERUSER'],
    ['bypasses row security', 'login noinherit bypassrls', 'BYPASSRLS'],
    ['may not assume the roles', 'login noinherit', 'GRANT atrium_company, atrium_platform'],
  ])('is refused if it %s', async (_, attributes, said) => {
    const name = attributes === undefined ? 'serve-nobody' : (await createRole(attributes)).name
    await expect(serveAs(name)).rejects.toThrow(said)
  })
  it('is refused if it has the rights of the roles without assuming one', async () => {
    const { name, grant } = await createRole('login inherit')
    await grant()
    await expect(serveAs(name)).rejects.toThrow('NOINHERIT')
  })
  it('is refused if it is the owner or a member of it', async () => {
    const { name, grant } = await createRole('login noinherit')
    await grant()
    const [owner] = await stage.sql('select current_user as name')
    await stage.superuserSql(`grant "${owner?.name}" to "${name}"`)
    await expect(serveAs(name)).rejects.toThrow('所有者')
    await expect(ensureServingLogin(stage.ownerUrl, { name: String(owner?.name), password: 'x' })).rejects.toThrow(
      /BYPASSRLS|所有者/,
    )
  })
})
