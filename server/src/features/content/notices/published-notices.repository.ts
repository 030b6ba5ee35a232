import type { PublicRow, publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import type {
  PublishedNotice,
  PublishedRow,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { inReadersLanguage, shownLanguage } from './notice-languages.repository.ts'

/** A notice without its text: who issued it, and the revision that readers are asked to read. */
type FoundRow = PublishedRow & { issuerId: string; askedRevision: number }
type FoundNotice = PublishedNotice & { issuerId: string }
/** The text of a notice that the reader has seen. */
type SeenText = { id: string; revision: number }
type PublicQuery = z.output<typeof publicNewsContract.published.query>
type ListQuery = z.output<typeof publishedNoticesContract.published.query>

export const hasStarted = sql<boolean>`notices.starts_at <= now()`
export const isCurrent = sql<boolean>`(notices.state = 'issued' and (notices.ends_at is null or notices.ends_at > now()))`
export const reaches = ({ companyId, userId }: Owner) =>
  sql<boolean>`(notices.scope in ('all', 'portal') or notices.target_ids && (select notice_keys(${companyId}, ${userId})))`
export const isRead = sql<boolean>`(receipt.user_id is not null or notices.scope = 'portal')`
const isAcked = sql<boolean>`(receipt.acked_at is not null)`
export const isUnacked = sql<boolean>`(notices.ack and receipt.acked_at is null)`

/**
 * Published notices that reach a user, with their receipt. Row security adds the platform's to those of
 * the user's company: needs that company's reach.
 */
const published = (db: Db, owner: Owner) =>
  db
    .selectFrom('notices')
    .leftJoin('notice_receipts as receipt', (join) =>
      join
        .on('receipt.company_id', '=', owner.companyId)
        .on('receipt.user_id', '=', owner.userId)
        .onRef('receipt.notice_id', '=', 'notices.id')
        // A renewed notice is to be read again.
        .onRef('receipt.revision', '>=', 'notices.asked_revision'),
    )
    .where(isCurrent)
    .where(hasStarted)
    .where(reaches(owner))

const mine = sql<PublishedRow['mine']>`json_build_object('read', ${isRead}, 'acked', ${isAcked},
  'ackedTime', to_char(receipt.acked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
/** Columns of a notice for any reader. */
const publicColumns = () =>
  [
    'notices.id',
    inReadersLanguage('title').as('title'),
    inReadersLanguage('summary').as('summary'),
    shownLanguage().as('language'),
    'notices.top',
    'notices.starts_at as publishTime',
    'notices.revised_at as updateTime',
    sql<PublicRow['type']>`notices.type`.as('type'),
  ] as const
/** Columns of a notice for one reader. */
const shownColumns = () =>
  [
    ...publicColumns(),
    'notices.ack',
    'notices.ack_until as ackTime',
    'notices.revision',
    sql<PublishedRow['level']>`notices.level`.as('level'),
    'notices.of_platform as platform',
    sql<boolean>`(notices.reminded_at is not null)`.as('reminded'),
    mine.as('mine'),
  ] as const

const mentions = (search: string) => {
  const like = likePattern(search)
  return sql<boolean>`(${inReadersLanguage('title')} ilike ${like} or ${inReadersLanguage('summary')} ilike ${like})`
}
const matching = (db: Db, owner: Owner, query: ListQuery) => {
  let found = published(db, owner)
  if (query.search) found = found.where(mentions(query.search))
  if (query['f.type']) found = found.where('notices.type', '=', query['f.type'])
  if (query['f.state'] === 'unread') found = found.where(sql<boolean>`not ${isRead}`)
  if (query['f.state'] === 'unacked') found = found.where(isUnacked)
  return found
}
/** Whether the confirmation that a receipt holds still counts: it stays, with the revision it was given for. */
const staysAcked = sql<boolean>`(notice_receipts.acked_revision >= (
  select asked_revision from notices asked
  where asked.company_id = notice_receipts.issuer_id and asked.id = notice_receipts.notice_id))`
type Receipts = { acks: boolean; revision: RawBuilder<number>; condition: RawBuilder<unknown> }
/**
 * Writes receipts for those of the notices that reach the reader; `acks`: confirms them as well. A text that is older
 * than the one to be read leaves none.
 * @returns how many were written
 */
const writeReceipts = async (db: Db, owner: Owner, { acks, revision, condition }: Receipts): Promise<number> => {
  const { numAffectedRows } = await sql`
  insert into notice_receipts (company_id, notice_id, user_id, issuer_id, revision, acked_at, acked_revision)
  select ${owner.companyId}::uuid, notices.id, ${owner.userId}::uuid, notices.company_id, ${revision},
    ${acks ? sql`now()` : sql`null::timestamptz`}, ${acks ? revision : sql`null::integer`}
  from notices
  where ${isCurrent} and ${hasStarted} and ${reaches(owner)} and notices.scope <> 'portal'
    and ${revision} >= notices.asked_revision and ${condition}
  on conflict on constraint notice_receipts__pk do update set
    revision = greatest(notice_receipts.revision, excluded.revision),
    read_at = case when notice_receipts.revision < excluded.revision then now() else notice_receipts.read_at end,
    acked_at = case when ${staysAcked} then notice_receipts.acked_at else excluded.acked_at end,
    acked_revision = case when ${staysAcked} then notice_receipts.acked_revision else excluded.acked_revision end
  where notice_receipts.revision < excluded.revision
    or (excluded.acked_at is not null and notice_receipts.acked_at is null)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
const present = sql<number>`notices.revision`
/** What the reader has seen, which cannot be later than what there is. */
const seen = ({ id, revision }: SeenText) => ({
  revision: sql<number>`least(${revision}::integer, notices.revision)`,
  condition: sql`notices.id = ${id}`,
})

/**
 * Notices that a user has not read, or not confirmed, those to be confirmed first. A part of a larger query with the
 * reach of the user's company.
 */
export const waitingNotices = (db: Db, owner: Owner, state: 'unread' | 'unacked') =>
  published(db, owner)
    .where(state === 'unread' ? sql<boolean>`not ${isRead}` : isUnacked)
    .select(inReadersLanguage('title').as('title'))
    .select(['notices.id', 'notices.level', 'notices.ack_until as ackTime', 'notices.starts_at as time'])
    .orderBy('notices.ack', 'desc')
    .orderBy('notices.starts_at', 'desc')
    .orderBy('notices.id')

/** Published for everybody: of the company at hand and of the platform. */
const forPortal = (db: Db) =>
  db.selectFrom('notices').where(isCurrent).where(hasStarted).where('notices.scope', '=', 'portal')
const matchingPublic = (db: Db, query: PublicQuery) => {
  let found = forPortal(db)
  if (query.search) found = found.where(mentions(query.search))
  if (query['f.type']) found = found.where('notices.type', '=', query['f.type'])
  return found
}

/** Notices as one reader sees them. All of it needs the reach of the reader's company. */
export const publishedNoticesRepository = {
  list(db: Db, owner: Owner, query: ListQuery) {
    const rows = matching(db, owner, query)
      .select(shownColumns())
      .orderBy('notices.top', 'desc')
      .orderBy(isRead)
      .orderBy('notices.starts_at', 'desc')
      .orderBy('notices.id')
      .$castTo<PublishedRow>()
    return fetchPage(db, query, rows, matching(db, owner, query))
  },

  find: (db: Db, owner: Owner, id: string): Promise<FoundRow | undefined> =>
    published(db, owner)
      .where('notices.id', '=', id)
      .select(shownColumns())
      .select(['notices.company_id as issuerId', 'notices.asked_revision as askedRevision'])
      .$castTo<FoundRow>()
      .executeTakeFirst(),

  /** A notice with its text as stored and the company that issued it. */
  findText: (db: Db, owner: Owner, id: string): Promise<FoundNotice | undefined> =>
    published(db, owner)
      .where('notices.id', '=', id)
      .select(shownColumns())
      .select([inReadersLanguage('content').as('content'), 'notices.company_id as issuerId'])
      .$castTo<FoundNotice>()
      .executeTakeFirst(),

  listPublic(db: Db, query: PublicQuery) {
    const found = matchingPublic(db, query)
    const rows = found.select(publicColumns()).orderBy('notices.top', 'desc').orderBy('notices.starts_at', 'desc')
    return fetchPage(db, query, rows.orderBy('notices.id').$castTo<PublicRow>(), found)
  },
  findPublic: (db: Db, id: string) =>
    forPortal(db)
      .where('notices.id', '=', id)
      .select(publicColumns())
      .select([inReadersLanguage('content').as('content'), 'notices.company_id as issuerId'])
      .$castTo<PublicRow & { content: string; issuerId: string }>()
      .executeTakeFirst(),

  read: (db: Db, owner: Owner, text: SeenText) => writeReceipts(db, owner, { acks: false, ...seen(text) }),
  readAll: (db: Db, owner: Owner) =>
    writeReceipts(db, owner, {
      acks: false,
      revision: present,
      condition: sql`not notices.ack and not exists (
      select from notice_receipts receipt where receipt.company_id = ${owner.companyId}
        and receipt.user_id = ${owner.userId} and receipt.notice_id = notices.id
        and receipt.revision >= notices.asked_revision)`,
    }),
  ack: (db: Db, owner: Owner, text: SeenText) => writeReceipts(db, owner, { acks: true, ...seen(text) }),
}
