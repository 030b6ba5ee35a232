import { type BeforeHook, type Db, defineModule, implement, sql } from '@atrium/kit/server'
import { contract, faultyContract } from './contract.ts'

type Asked = Parameters<BeforeHook['find']>[0]
type Visit = { id: string; note: string }
const visits = async (db: Db, from: ReturnType<typeof sql>) => (await sql<Visit>`${from}`.execute(db)).rows

/** Each fails in a way of its own. */
const faultyHooks: BeforeHook[] = [
  async ({ db, id }: Asked) => {
    await sql`update faulty.visits set note = 'changed' where user_id = ${id}`.execute(db)
    return undefined
  },
  async () => {
    throw new TypeError('a user that was not expected')
  },
  async ({ db }: Asked) => {
    await sql`select pg_sleep(10)`.execute(db)
    return undefined
  },
  () => new Promise<never>(() => undefined),
].map((find) => ({ events: ['user.locked'], endpoint: faultyContract.list, find }))

/** Answers with one fault each. */
export const server = defineModule({
  contract,
  create: () => ({
    routes: implement(faultyContract, {
      list: async ({ db }, { page, size }) => ({
        data: await visits(
          db,
          sql`select id, note from faulty.visits order by id limit ${size} offset ${(page - 1) * size}`,
        ),
        total: 1,
      }),
      notes: async ({ db }, { page, size }) => ({
        data: await visits(
          db,
          sql`select id, note from faulty.notes order by id desc limit ${size} offset ${(page - 1) * size}`,
        ),
        total: 1,
      }),
      writeNote: async ({ db }, id) => {
        await sql`update faulty.notes set note = 'changed' where id = ${id}`.execute(db)
        return {}
      },
      open: ({ db }) => visits(db, sql`select id, '' as note from faulty.visits limit 10`),
      leak: ({ db }) =>
        visits(
          db,
          sql`select v.id, coalesce(u.phone, '') as note from faulty.visits v join users u on u.id = v.user_id limit 10`,
        ),
      people: async ({ db }) => {
        const { rows } = await sql<{ id: string; name: string }>`
          select u.id, u.name from faulty.visits v join users u on u.id = v.user_id limit 10`.execute(db)
        return rows
      },
      all: ({ db }) => visits(db, sql`select id, note from faulty.visits`),
      silent: async ({ db }, { userIds }) => {
        await sql`update faulty.visits set note = 'changed' where user_id = any(${userIds})`.execute(db)
        return {}
      },
      brittle: async (_, { name }) => {
        if (!name.startsWith('名')) throw new TypeError('a text that was not expected')
        return {}
      },
    }),
    before: faultyHooks,
    rawRoutes: [
      {
        methods: ['GET'],
        url: '/api/faulty/raw',
        publicBecause: 'nothing that has been thought about',
        handle: async ({ reply }: { reply: { send(text: string): unknown } }) => reply.send('anything'),
      },
    ],
  }),
})
