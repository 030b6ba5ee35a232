import type {
  MessageRow,
  messagesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { sql } from 'kysely'
import { getReach } from '../../../kernel/db/bound-connection.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { idHistogram } from '../../../kernel/db/id-histogram.ts'
import { maxCountedRows } from '../../../kernel/db/log-histogram.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { say } from '../../../kernel/texts/later-text.ts'
import { canReadContacts } from '../../people/users/index.ts'
import { type Channel, type TemplateCode, templateName } from './builtin-templates.ts'

type Filter = InputOf<typeof messagesContract.histogram>['query']
type Asked<Query> = { actor: Actor; query: Query; timeZone: string }

/** Callers who cannot read contacts cannot search by them either. */
const matching = (db: Db, { actor, query, timeZone }: Asked<Filter>) => {
  let rows = db.selectFrom('messages')
  if (query['f.channel']) rows = rows.where('channel', '=', query['f.channel'])
  if (query['f.state']) rows = rows.where('state', '=', query['f.state'])
  const range = query['f.time'] === undefined ? undefined : parseTimeRange(query['f.time'], timeZone)
  // The id begins with the time: it leads to the partitions of the range.
  if (range)
    rows = rows
      .where('id', '>=', sql<string>`id_at(${range.from}::timestamptz)`)
      .where('id', '<', sql<string>`id_at(${range.before}::timestamptz)`)
  if (query.search) {
    const like = likePattern(query.search)
    const searched = canReadContacts(actor)
      ? (['target', 'receipt', 'problem'] as const)
      : (['receipt', 'problem'] as const)
    rows = rows.where((eb) => eb.or(searched.map((column) => eb(column, 'ilike', like))))
  }
  return rows
}
const selected = (rows: ReturnType<typeof matching>) =>
  rows
    .select(['id', 'created_at as createTime', 'template', 'target', 'tries', 'sent_at as sentTime'])
    .select([
      sql<MessageRow['channel']>`channel`.as('channel'),
      sql<MessageRow['state']>`state`.as('state'),
      sql<string>`coalesce(provider, '')`.as('provider'),
      sql<string>`coalesce(receipt, '')`.as('receipt'),
      sql<string>`coalesce(problem, '')`.as('problem'),
    ])

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
  async list(db: Db, asked: Asked<Filter & ListQuery>) {
    const found = matching(db, asked)
    const rows = selected(found).orderBy('created_at', 'desc').orderBy('id')
    const page = await fetchPage(db, asked.query, rows, found, getReach(db))
    return {
      ...page,
      data: page.data.map((row) => ({
        ...row,
        templateName: t(templateName(row.template)),
        problem: say({ source: row.problem }),
      })),
    }
  },

  /** Those that wait are counted with those that were sent. */
  histogram: (db: Db, asked: Asked<Filter>) =>
    idHistogram(
      db,
      { time: asked.query['f.time'], timeZone: asked.timeZone },
      {
        all: db.selectFrom('messages').select(['id', 'created_at as time']),
        newest: matching(db, asked)
          .select(['id', 'created_at as time', 'state'])
          .orderBy('id', 'desc')
          .limit(maxCountedRows + 1),
        outcomes: { refused: sql<boolean>`(state = 'dropped')`, failed: sql<boolean>`(state = 'failed')` },
      },
    ),

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
