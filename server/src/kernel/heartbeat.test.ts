import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { startHeartbeat } from './heartbeat.ts'

const node = { name: 'a', version: '0.4.0', release: 2 }
const ignore = () => undefined

it('lets upgrades see a node while it runs', async () => {
  const { database, sql } = await createTestDatabase()
  const stop = await startHeartbeat(database, node, ignore, ignore)
  expect(await sql('select name, version, release from nodes')).toEqual([node])
  await stop()
  expect(await sql('select from nodes')).toEqual([])
})

it('ends a node that an upgrade has left behind while it could not be seen', async () => {
  const { database, sql } = await createTestDatabase()
  const [errors, left]: [unknown[], number[]] = [[], []]
  const stop = await startHeartbeat(
    database,
    node,
    (error) => errors.push(error),
    () => left.push(1),
  )
  await sql(
    `insert into schema_changes (name, kind, sha256, oldest, done_at) values ('0099_x.contract', 'contract', '', 3, now())`,
  )
  await stop()
  expect({ errors, left }).toMatchObject({
    errors: [{ message: expect.stringContaining('请改用升级该数据库的版本') }],
    left: [1],
  })
  await expect(startHeartbeat(database, node, ignore, ignore)).rejects.toThrow('请改用升级该数据库的版本')
  const newer = await startHeartbeat(database, { ...node, release: 3 }, ignore, ignore)
  await newer()
})
