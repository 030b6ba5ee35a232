import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPlatformCompany } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { isConnectionError } from './connection-errors.ts'
import type { Db } from './database.ts'

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await readPlatformCompany(app)
})
const refuse = (code: string) => Object.assign(new Error('collided'), { code })

describe('a transaction', () => {
  it('is retried after a serialization failure', async () => {
    await app.sql('create table tried (n integer)')
    await app.sql('grant select, insert, update on tried to atrium_platform')
    await app.sql('insert into tried values (0)')
    let tries = 0
    // Both read before either writes: under repeatable read PostgreSQL rejects the later writer with 40001.
    const add = (hasRead: () => void, wait: Promise<unknown>) =>
      app.database.transact({ reach: 'platform' }, async (db) => {
        tries += 1
        const run = (text: string) => sql.raw<{ n: number }>(text).execute(db)
        await run('set transaction isolation level repeatable read')
        const { rows } = await run('select n from tried')
        hasRead()
        await wait
        await run(`update tried set n = ${(rows[0]?.n ?? 0) + 1}`)
      })
    const secondHasRead = Promise.withResolvers<void>()
    const firstIsDone = Promise.withResolvers<void>()
    const second = add(secondHasRead.resolve, firstIsDone.promise)
    await secondHasRead.promise
    await add(() => undefined, Promise.resolve())
    firstIsDone.resolve()
    await second
    expect([await app.sql('select n from tried'), tries]).toEqual([[{ n: 2 }], 3])
  })
  it.each(['40001', '40P01'])('gives up on %s after four tries', async (code) => {
    let tries = 0
    const work = async () => {
      tries += 1
      throw refuse(code)
    }
    await expect(app.database.transact({ reach: 'platform' }, work)).rejects.toThrow('collided')
    expect(tries).toBe(4)
  })
  it('is not retried after any other error', async () => {
    let tries = 0
    const work = async () => {
      tries += 1
      throw refuse('23505')
    }
    await expect(app.database.transact({ reach: 'platform' }, work)).rejects.toThrow('collided')
    expect(tries).toBe(1)
  })
  it('rolls back and releases its connection when its work throws', async () => {
    for (let n = 0; n < 20; n += 1) {
      const work = async () => {
        await app.database.statement({ text: 'select 1', values: [] })
        throw new Error('planted')
      }
      await expect(app.database.transact({ reach: 'company', companyId }, work)).rejects.toThrow('planted')
    }
    expect(app.database.usage().waiting).toBe(0)
  })
  it('of a quick statement commits it, and releases its connection if it fails', async () => {
    await app.sql('create table quick (n int primary key)')
    await app.sql('grant insert, select on quick to atrium_platform')
    const add = (n: number) =>
      app.database.quickStatement({ name: 'quick', text: 'insert into quick values ($1) returning n', values: [n] })
    expect((await add(1)).rows).toEqual([{ n: 1 }])
    for (let n = 0; n < 20; n += 1) await expect(add(1)).rejects.toMatchObject({ code: '23505' })
    expect(app.database.usage().waiting).toBe(0)
    await add(2)
    expect(await app.sql('select n from quick order by n')).toEqual([{ n: 1 }, { n: 2 }])
    await app.sql('drop table quick')
  })
  it('rejects a company id that is no uuid', async () => {
    const reach = { reach: 'company', companyId: `'; set role postgres; --` } as const
    await expect(app.database.transact(reach, async () => undefined)).rejects.toThrow('not a uuid')
  })
  it('fails if one of its statements did, even if the work hid it', async () => {
    const work = (db: Db) =>
      sql
        .raw('select 1/0')
        .execute(db)
        .catch(() => undefined)
    await expect(app.database.transact({ reach: 'platform' }, work)).rejects.toThrow('rolled back')
  })
  it.each(['transact', 'read'] as const)(
    'refuses further statements once a parallel one has failed (%s)',
    async (way) => {
      const isOver = Promise.withResolvers<void>()
      let late: Promise<unknown> = Promise.resolve()
      const work = async (db: Db) => {
        late = isOver.promise.then(() => sql.raw('select name from companies').execute(db))
        await sql.raw('select 1/0').execute(db)
      }
      await expect(app.database[way]({ reach: 'platform' }, work)).rejects.toThrow('division by zero')
      isOver.resolve()
      await expect(late).rejects.toThrow('the transaction is over')
    },
  )
})

it('transactions that ask for another connection do not wait for each other', async () => {
  const reach = { reach: 'platform' } as const
  const countCompanies = (db: Db) => sql<{ n: number }>`select count(*) as n from companies`.execute(db)
  // More than there are connections: each holds one.
  const both = Array.from({ length: 20 }, () =>
    app.database.transact(reach, async (db) => {
      await countCompanies(db)
      return app.database.read(reach, countCompanies)
    }),
  )
  for (const { rows } of await Promise.all(both)) expect(rows[0]?.n).toBeGreaterThan(0)
  expect(app.database.usage().waiting).toBe(0)
})

it('a transaction in a transaction in a transaction is refused, as such may wait for each other', async () => {
  const reach = { reach: 'platform' } as const
  const { read } = app.database
  await expect(read(reach, () => read(reach, () => read(reach, async () => 1)))).rejects.toThrow('in a transaction')
})
it('what a transaction has left behind takes connections like all else', async () => {
  const reach = { reach: 'platform' } as const
  const countCompanies = (db: Db) => sql<{ n: number }>`select count(*) as n from companies`.execute(db)
  let goOn: () => void = () => undefined
  const over = new Promise<void>((done) => {
    goOn = done
  })
  const leave = async () => {
    await over
    return app.database.read(reach, () => app.database.read(reach, countCompanies))
  }
  const left = await app.database.read(reach, async () => ({ work: leave() }))
  goOn()
  expect((await left.work).rows[0]?.n).toBeGreaterThan(0)
})

describe('a transaction whose connection is lost', () => {
  const end = (pid: unknown) => app.superuserSql('select pg_terminate_backend($1::int)', [pid])
  const ownPid = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const gone = async (pid: unknown) => {
    while ((await app.superuserSql('select from pg_stat_activity where pid = $1::int', [pid])).length > 0);
  }
  beforeAll(async () => {
    await app.sql('create table kept (n integer)')
    await app.sql('grant select, insert on kept to atrium_platform')
  })

  it.each(['transact', 'read'] as const)('is retried if nothing was committed (%s)', async (way) => {
    let tries = 0
    const done = await app.database[way]({ reach: 'platform' }, async (db) => {
      tries += 1
      const pid = await ownPid(db)
      if (tries === 1) await end(pid).then(() => gone(pid))
      return (await sql<{ n: number }>`select 1 as n`.execute(db)).rows
    })
    expect([done, tries]).toEqual([[{ n: 1 }], 2])
  })
  it('is retried when a running statement is cut off', async () => {
    let tries = 0
    await app.database.transact({ reach: 'platform' }, async (db) => {
      tries += 1
      const pid = await ownPid(db)
      const seconds = tries === 1 ? 5 : 0
      const [slept] = await Promise.all([
        sql`select pg_sleep(${seconds})`.execute(db),
        tries === 1 && app.sql('select pg_sleep(0.1)').then(() => end(pid)),
      ])
      return slept
    })
    expect(tries).toBe(2)
  })
  it('is not retried once the commit was sent, and fails as a connection error', async () => {
    await app.sql(
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(5); return null; end'`,
    )
    await app.sql(`create constraint trigger dawdles after insert on kept deferrable initially deferred
      for each row execute function dawdle()`)
    let tries = 0
    const insert = app.database.transact({ reach: 'platform' }, async (db) => {
      tries += 1
      await sql`insert into kept values (1)`.execute(db)
      const pid = await ownPid(db)
      void app.sql('select pg_sleep(0.3)').then(() => end(pid))
    })
    const error = await insert.catch((thrown: unknown) => thrown)
    expect([isConnectionError(error), tries]).toEqual([true, 1])
    expect(await app.sql('select from kept')).toEqual([])
  })
})

describe('a read', () => {
  it('sees the rows within its reach', async () => {
    const names = (db: Db) => sql.raw<{ id: string }>('select id from companies').execute(db)
    const seen = await app.database.read({ reach: 'company', companyId }, async (db) => {
      const [{ rows }, one] = await Promise.all([names(db), names(db)])
      return [rows, one.rows, (await names(db)).rows]
    })
    expect(seen).toEqual([[{ id: companyId }], [{ id: companyId }], [{ id: companyId }]])
  })
  it('cannot write, and leaves its connection able to write again', async () => {
    const rename = (db: Db) => sql.raw('update menus set sort = sort').execute(db)
    await expect(app.database.read({ reach: 'platform' }, rename)).rejects.toThrow('read-only transaction')
    for (let n = 0; n < 20; n += 1) await app.database.transact({ reach: 'platform' }, rename)
  })
  it('passes its connection on without its reach, whatever the load', async () => {
    type Seen = { role: string; company: string | null }
    const look = async (db: Db) =>
      (await sql.raw<Seen>(`select current_user as role, current_setting('app.company', true) as company`).execute(db))
        .rows[0]
    const ofCompany = () => app.database.read({ reach: 'company', companyId }, look)
    const ofPlatform = (n: number) => app.database[n % 4 === 1 ? 'read' : 'transact']({ reach: 'platform' }, look)
    const seen = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? ofCompany() : ofPlatform(n))))
    const roles = seen.map((each) => `${each?.role} ${each?.company ?? ''}`)
    expect(roles).toEqual(roles.map((_, n) => (n % 2 === 0 ? `atrium_company ${companyId}` : 'atrium_platform ')))
  })
  it('may run no statement', async () => {
    expect(await app.database.read({ reach: 'platform' }, async () => 1)).toBe(1)
    expect(app.database.usage().waiting).toBe(0)
  })
})

describe('the serving login', () => {
  it('has no access outside a transaction with a reach', async () => {
    const [login] = await app.sql('select name, password from serving_login')
    const url = new URL(app.ownerUrl)
    url.username = String(login?.name)
    url.password = String(login?.password)
    const client = new pg.Client({ connectionString: url.toString() })
    await client.connect()
    await expect(client.query('select 1 from users')).rejects.toThrow('permission denied')
    await expect(client.query('set role postgres')).rejects.toThrow('permission denied')
    await client.end()
  })
})
