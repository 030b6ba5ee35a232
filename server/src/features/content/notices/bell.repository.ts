import { type Bell, maxUnread } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { hasStarted, isCurrent, isRead, isUnacked, reaches } from './published-notices.repository.ts'

/**
 * The bell counts among a limited number of the newest notices of each company: it is asked too often to read their
 * history.
 */
const maxRecent = 500
/** Among a limited number of the next ones, one reaches the user, or none for long. */
const maxNext = 100

type Part = { condition: RawBuilder<boolean>; order: RawBuilder<unknown>; most: number }
/** The first of a company's notices and of the platform's, each read by its own index. */
const selectFirst = ({ companyId }: Owner, { condition, order, most }: Part) => {
  const from = (whose: RawBuilder<unknown>) => sql`(
    select company_id, id, scope, target_ids, ack, state, asked_revision, starts_at, ends_at from notices
    where ${whose} and state = 'issued' and ${condition} order by ${order} limit ${most})`
  // Users of the platform have its notices among their own.
  const isOther = sql`not (select own.platform from companies own where own.id = ${companyId})`
  return sql`(${from(sql`company_id = ${companyId}`)} union all ${from(sql`of_platform and ${isOther}`)})`
}
const newest = { order: sql`starts_at desc`, most: maxRecent }
const recent = { ...newest, condition: hasStarted }
const toConfirm = { ...newest, condition: sql<boolean>`ack and ${hasStarted}` }
const isComing = sql<boolean>`notices.starts_at > now()`
const coming = { condition: isComing, order: sql`starts_at`, most: maxNext }
const isEnding = sql<boolean>`notices.ends_at > now()`
const ending = { condition: isEnding, order: sql`ends_at`, most: maxNext }

const countedIn = (owner: Owner, part: Part, condition: RawBuilder<boolean>) => sql`(
  select least(count(*), ${maxUnread}::bigint) from ${selectFirst(owner, part)} as notices
    left join notice_receipts receipt on receipt.company_id = ${owner.companyId} and receipt.user_id = ${owner.userId}
      and receipt.notice_id = notices.id and receipt.revision >= notices.asked_revision
  where ${isCurrent} and ${reaches(owner)} and ${condition})`
const nextIn = (owner: Owner, part: Part, time: RawBuilder<unknown>) => sql`(
  select min(${time}) from ${selectFirst(owner, part)} as notices where ${isCurrent} and ${reaches(owner)})`

/** Counts for the bell. Needs the reach of the user's company. */
export const readBell = async (db: Db, owner: Owner): Promise<Bell> => {
  const next = sql`least(${nextIn(owner, coming, sql`notices.starts_at`)}, ${nextIn(owner, ending, sql`notices.ends_at`)})`
  const { rows } = await sql<Bell>`
    select ${countedIn(owner, recent, sql<boolean>`not ${isRead}`)} as unread,
      ${countedIn(owner, toConfirm, isUnacked)} as unacked,
      ceil(extract(epoch from ${next} - now()))::bigint as "nextSeconds"`.execute(db)
  return rows[0] ?? { unread: 0, unacked: 0, nextSeconds: null }
}
