import type { MessageRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { crudRepository } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { canReadContacts } from '../../people/users/index.ts'
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

const outcomeColumns = ['receipt', 'problem'] as const
type OutcomeField = 'provider' | 'receipt' | 'problem'
type Stored = Omit<MessageRow, OutcomeField | 'templateName'> & Record<OutcomeField, string | null>
const stored = crudRepository<'messages', typeof columns, Stored>({
  table: 'messages',
  columns,
  searchIn: ['target', ...outcomeColumns],
  orderBy: '-createTime',
})
const toRow = ({ provider, receipt, problem, ...row }: Stored): MessageRow => ({
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
  /** Current attempt included. */
  tries: number
  /** Seconds since the message was enqueued, by the database clock. */
  age: number
}
/** Outcome of an attempt. A queued message is due again after `wait` seconds. */
export type Outcome = {
  target: string
  provider?: string
  receipt?: string
  problem?: string
} & ({ state: 'sent' | 'failed' | 'dropped' } | { state: 'queued'; wait: number })

const secondsFromNow = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

export const messagesRepository = {
  /** Callers who cannot read contacts cannot search by them either. */
  async list(db: Db, actor: Actor, query: ListQuery) {
    const page = await stored.list(db, query, canReadContacts(actor) ? undefined : outcomeColumns)
    return { ...page, data: page.data.map(toRow) }
  },

  insertAll: (db: Db, messages: readonly NewMessage[]) =>
    db
      .insertInto('messages')
      .values(messages.map(({ companyId, ...message }) => ({ company_id: companyId, id: newId(), ...message })))
      .execute(),

  /**
   * Leases due messages, those of notices behind all others: a hundred thousand of them must not outlast a code. Concurrent
   * nodes get different ones; the lease of a dead node runs out.
   */
  claim: (db: Db, channel: Channel, limit: number, leaseSeconds: number): Promise<Claimed[]> =>
    db
      .with('due', (with_) =>
        with_
          .selectFrom('messages')
          .where('state', '=', 'queued')
          .where('due_at', '<=', sql<string>`now()`)
          .where('channel', '=', channel)
          .orderBy(sql`template = 'notice'`)
          .orderBy('due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .select(['company_id', 'id']),
      )
      .updateTable('messages')
      .from('due')
      .whereRef('messages.company_id', '=', 'due.company_id')
      .whereRef('messages.id', '=', 'due.id')
      .set({ tries: sql`tries + 1`, due_at: secondsFromNow(leaseSeconds) })
      .returning(['messages.company_id as companyId', 'messages.id', 'template', 'target', 'tries'])
      .returning([
        sql<string>`coalesce(content, '')`.as('content'),
        sql<number>`extract(epoch from now() - created_at)::float8`.as('age'),
      ])
      .execute(),

  /** Seconds until the next message is due, at least one; undefined if none waits. */
  async secondsUntilDue(db: Db): Promise<number | undefined> {
    const next = await db
      .selectFrom('messages')
      .where('state', '=', 'queued')
      .select(sql<number | null>`ceil(extract(epoch from min(due_at) - now()))::int`.as('seconds'))
      .executeTakeFirstOrThrow()
    return next.seconds === null ? undefined : Math.max(1, next.seconds)
  },

  /** Saves the outcome unless another attempt has started since. Finished messages lose their content. */
  saveOutcome: (db: Db, { companyId, id, tries }: Claimed, outcome: Outcome) =>
    db
      .updateTable('messages')
      .set({
        state: outcome.state,
        target: outcome.target,
        provider: outcome.provider ?? null,
        receipt: outcome.receipt ?? null,
        problem: outcome.problem ?? null,
        ...(outcome.state === 'queued' ? { due_at: secondsFromNow(outcome.wait) } : { content: null }),
        ...(outcome.state === 'sent' && { sent_at: sql<string>`now()` }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .where('tries', '=', tries)
      .execute(),
}
