import type { MessageRow } from '@atrium/contract/features/messages/messages.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { crudRepository } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import type { Actor } from '../../kernel/scope.ts'
import { isToldContacts } from '../users/index.ts'
import { type Channel, type TemplateCode, templateName } from './builtin-templates.ts'

const columns = {
  id: 'id',
  createTime: 'created_at',
  channel: 'channel',
  template: 'template',
  target: 'target',
  state: 'state',
  tries: 'tries',
  provider: 'provider',
  receipt: 'receipt',
  problem: 'problem',
  sentTime: 'sent_at',
} as const

const cameTo = ['receipt', 'problem'] as const
type Told = 'provider' | 'receipt' | 'problem'
type Stored = Omit<MessageRow, Told | 'templateName'> & Record<Told, string | null>
const stored = crudRepository<'messages', typeof columns, Stored>({
  table: 'messages',
  columns,
  searchIn: ['target', ...cameTo],
  orderBy: '-createTime',
})
const shown = ({ provider, receipt, problem, ...row }: Stored): MessageRow => ({
  ...row,
  templateName: templateName(row.template),
  provider: provider ?? '',
  receipt: receipt ?? '',
  problem: problem ?? '',
})

type NewMessage = { companyId: string; channel: Channel; template: TemplateCode; target: string; content: string }
export type Claimed = {
  companyId: string
  id: string
  template: string
  target: string
  content: string
  /** This one included. */
  tries: number
  /** Seconds since it was asked for, by the database's clock. */
  age: number
}
/** What a try came to. A message that stays queued is due again after `wait` seconds. */
export type Outcome = {
  target: string
  provider?: string
  receipt?: string
  problem?: string
} & ({ state: 'sent' | 'failed' | 'dropped' } | { state: 'queued'; wait: number })

const soon = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

export const messagesRepository = {
  /** Whoever is not told whom they went to finds none by that. */
  async list(db: Db, actor: Actor, query: ListQuery) {
    const page = await stored.list(db, query, isToldContacts(actor) ? undefined : cameTo)
    return { ...page, data: page.data.map(shown) }
  },

  insert: (db: Db, { companyId, ...message }: NewMessage) =>
    db
      .insertInto('messages')
      .values({ company_id: companyId, id: newId(), ...message })
      .execute(),

  /** Takes due messages for a while; of many nodes that ask at once, each gets others, and what a dead one took comes back. */
  claim: (db: Db, channel: Channel, most: number, leaseSeconds: number): Promise<Claimed[]> =>
    db
      .with('due', (with_) =>
        with_
          .selectFrom('messages')
          .where('state', '=', 'queued')
          .where('due_at', '<=', sql<string>`now()`)
          .where('channel', '=', channel)
          .orderBy('due_at')
          .limit(most)
          .forUpdate()
          .skipLocked()
          .select(['company_id', 'id']),
      )
      .updateTable('messages')
      .from('due')
      .whereRef('messages.company_id', '=', 'due.company_id')
      .whereRef('messages.id', '=', 'due.id')
      .set({ tries: sql`tries + 1`, due_at: soon(leaseSeconds) })
      .returning(['messages.company_id as companyId', 'messages.id', 'template', 'target', 'tries'])
      .returning([
        sql<string>`coalesce(content, '')`.as('content'),
        sql<number>`extract(epoch from now() - created_at)::float8`.as('age'),
      ])
      .execute(),

  /** Writes down what a try came to, unless the message was taken from it meanwhile; what is over loses its content. */
  settle: (db: Db, { companyId, id, tries }: Claimed, outcome: Outcome) =>
    db
      .updateTable('messages')
      .set({
        state: outcome.state,
        target: outcome.target,
        provider: outcome.provider ?? null,
        receipt: outcome.receipt ?? null,
        problem: outcome.problem ?? null,
        ...(outcome.state === 'queued' ? { due_at: soon(outcome.wait) } : { content: null }),
        ...(outcome.state === 'sent' && { sent_at: sql<string>`now()` }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('tries', '=', tries)
      .execute(),
}
