import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { startHeartbeat } from './heartbeat.ts'

const node = { name: 'a', version: '0.4.0', release: 2, modules: { assets: 1 }, processes: ['api', 'jobs'] }
const condition = {
  pool: { size: 8, open: 2, busy: 1, waiting: 0 },
  streams: 3,
  memoryBytes: 200_000_000,
  diskFreeBytes: null,
}
const readCondition = async () => condition
const ignore = () => undefined

it('lets upgrades see a node while it runs', async () => {
  const { database, sql } = await createTestDatabase()
  const { stop } = await startHeartbeat(database, node, readCondition, ignore, ignore)
  expect(await sql('select name, version, release, modules, processes, condition from nodes')).toEqual([
    { ...node, condition },
  ])
  await stop()
  expect(await sql('select from nodes')).toEqual([])
})

it('ends a node that an upgrade has left behind while it could not be seen', async () => {
  const { database, sql } = await createTestDatabase()
  const [errors, left]: [unknown[], number[]] = [[], []]
  const { stop } = await startHeartbeat(
    database,
    node,
    readCondition,
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
  await expect(startHeartbeat(database, node, readCondition, ignore, ignore)).rejects.toThrow(
    '请改用升级该数据库的版本',
  )
  const { stop: stopNewer } = await startHeartbeat(database, { ...node, release: 3 }, readCondition, ignore, ignore)
  await stopNewer()
})

it('ends a node from which an upgrade of a module has taken something away', async () => {
  const { database, sql } = await createTestDatabase()
  await sql(
    `insert into schema_changes (name, kind, sha256, oldest, done_at) values ('assets/0009_x.contract', 'contract', '', 2, now())`,
  )
  const begin = (modules: Record<string, number>) =>
    startHeartbeat(database, { ...node, modules }, readCondition, ignore, ignore)
  await expect(begin({ assets: 1 })).rejects.toThrow('请改用升级该数据库的版本')
  for (const modules of [{ assets: 2 }, { stock: 1 }, {}]) await (await begin(modules)).stop()
})

it('counts the nodes that answer requests, but not those that are gone', async () => {
  const { database, sql } = await createTestDatabase()
  await sql(`insert into nodes (id, name, version, release, processes, seen_at) values
    (gen_random_uuid(), 'serves', '0.4.0', 2, '{api,events}', now()),
    (gen_random_uuid(), 'works', '0.4.0', 2, '{jobs}', now()),
    (gen_random_uuid(), 'gone', '0.4.0', 2, '{api}', now() - interval '1 minute')`)
  const { servingNodes, stop } = await startHeartbeat(database, node, readCondition, ignore, ignore)
  expect(servingNodes()).toBe(2)
  await stop()
})
