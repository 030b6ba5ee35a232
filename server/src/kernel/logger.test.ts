import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { loggedError } from './logger.ts'

let stage: TestDatabase
beforeAll(async () => {
  stage = await createTestDatabase()
})

describe('a logged error', () => {
  it("holds the database's refusal and nothing of the row", async () => {
    const phone = '13800001234'
    // PostgreSQL includes the row only for roles that bypass row security.
    const insert = stage.superuserSql(
      `insert into users (company_id, id, account, name, phone, password_hash)
       select id, null, 'somebody', '张伟', $1, '$argon2id$hash' from companies limit 1`,
      [phone],
    )
    const error = await insert.then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    if (!error) throw new Error('nothing was refused')
    expect(JSON.stringify({ ...error })).toContain(phone)
    const text = JSON.stringify(loggedError(error))
    expect(text).toContain('violates not-null constraint')
    expect(text).not.toContain(phone)
    expect(text).not.toContain('argon2')
  })
})
