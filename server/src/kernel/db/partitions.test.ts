import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'

const day = 86_400_000

let db: TestDatabase
beforeEach(async () => {
  db = await createTestDatabase()
})

/** An id as `newId` makes it at that moment. */
const makeId = (moment: Date) => {
  const milliseconds = moment.getTime().toString(16).padStart(12, '0')
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${randomUUID().slice(15)}`
}
const inDays = (days: number) => new Date(Date.now() + days * day)
const send = async (id: string) => {
  await db.sql(
    `insert into messages (company_id, id, channel, template, target)
     select id, $1, 'sms', 'test', '137****1111' from companies limit 1`,
    [id],
  )
  return id
}
/** Name of the month's partition that many days from now. */
const month = (days: number) => {
  const at = inDays(days)
  return `messages_${at.getUTCFullYear()}${String(at.getUTCMonth() + 1).padStart(2, '0')}01`
}
const monthAfter = (days: number) => {
  const at = inDays(days)
  return month((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 15) - Date.now()) / day)
}
const partitions = async (table = 'messages') =>
  (
    await db.sql('select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1', [
      table,
    ])
  ).map(({ name }) => String(name))
const where = async (id: string) =>
  (await db.sql('select tableoid::regclass::text as name from messages where id = $1', [id]))[0]?.name
const shift = (days: number) => db.sql('select shift_partition(parent, $1) from partition_rules()', [inDays(days)])

describe('a partitioned table', () => {
  it('has a partition for this month and the next, also after repeated and concurrent maintenance', async () => {
    const expected = [month(0), monthAfter(0), 'messages_default']
    expect(await partitions()).toEqual(expected)
    expect(await partitions('denials')).toHaveLength(3)
    const look = () => db.database.statement({ text: 'select maintain_partitions($1)', values: ['messages'] })
    await Promise.all([look(), look(), look()])
    expect(await partitions()).toEqual(expected)
    await shift(40)
    expect(await partitions()).toEqual([...new Set([...expected, month(40), monthAfter(40)])].sort())
  })
  it("puts a row into the partition of its id's time", async () => {
    expect(await where(await send(makeId(inDays(0))))).toBe(month(0))
    await shift(40)
    expect(await where(await send(makeId(inDays(40))))).toBe(month(40))
  })
  it('puts other rows into the default partition, and moves them once a partition fits', async () => {
    const [later, odd] = [await send(makeId(inDays(200))), await send('ffffffff-0000-4000-8000-000000000000')]
    expect([await where(later), await where(odd)]).toEqual(['messages_default', 'messages_default'])
    await shift(200)
    expect([await where(later), await where(odd)]).toEqual([month(200), 'messages_default'])
  })
  it('drops expired rows with their partition, and no later ones', async () => {
    const [now, later] = [await send(makeId(inDays(0))), await send(makeId(inDays(40)))]
    await shift(40)
    await shift(180)
    expect([await where(now), await where(later)]).toEqual([month(0), month(40)])
    await shift(180 + 31)
    expect(await where(now)).toBeUndefined()
    expect(await where(later)).toBe(month(40))
    expect(await partitions()).not.toContain(month(0))
    const late = await send(makeId(inDays(-1)))
    expect(await where(late)).toBe('messages_default')
    await shift(180 + 31)
    expect(await where(late)).toBeUndefined()
  })
  it('does not let the serving role choose another time than now', async () => {
    const ahead = `select shift_partition(parent, now() + interval '10 years') from partition_rules()`
    await expect(db.database.statement({ text: ahead, values: [] })).rejects.toMatchObject({ code: '42501' })
  })
})
