import { maxReads, type NoticeState, noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import type {
  NoticeRevision,
  NoticeRow,
  NoticeWrite,
  noticesContract,
} from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { applyOrder, fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'
import { newId } from '../../../kernel/ids.ts'
import { anyTitleLike, type NoticeTranslations } from './notice-languages.repository.ts'
import {
  type NoticeKey,
  unapproved,
  undecidedUnless,
  updateRow,
  type Writer,
  writtenBy,
} from './notice-rows.repository.ts'

type ListQuery = z.output<typeof noticesContract.list.query>
type Channels = InputOf<typeof noticesContract.issue>['body']['channels']
/** Null: from now on, without an end. */
export type Written = Omit<NoticeWrite, 'language' | 'translations'> & {
  language: string
  translations: NoticeTranslations
}
type Times = Record<'startTime' | 'endTime', string | null>
/** A row without what depends on the caller. */
export type ListedNotice = Omit<NoticeRow, 'own' | 'reads' | 'acks'> & { writers: string[] }
/** A notice as its authors see it, with its text and what follows a change. */
export type StoredNotice = ListedNotice & {
  content: string
  translations: NoticeTranslations
  revision: number
  askedRevision: number
  channels: Channels
  state: 'draft' | 'submitted' | 'approved' | 'rejected' | 'issued' | 'revoked'
  /** Whether its present text may have been read. */
  isTextShown: boolean
}

const sortColumns = { title: 'title', publishTime: 'starts_at', createTime: 'created_at' } as const
const { draft, scheduled, published, revoked, ended, submitted, approved, rejected } = noticeStatus
const statusOf = sql<NoticeState>`case
  when state = 'draft' then ${sql.lit(draft)}
  when state = 'submitted' then ${sql.lit(submitted)}
  when state = 'approved' then ${sql.lit(approved)}
  when state = 'rejected' then ${sql.lit(rejected)}
  when state = 'revoked' then ${sql.lit(revoked)}
  when starts_at > now() then ${sql.lit(scheduled)}
  when ends_at <= now() then ${sql.lit(ended)}
  else ${sql.lit(published)} end`
/** A withdrawn notice was shown before, in the text it has until its first edit, however far its approval is. */
const isTextShown = sql<boolean>`coalesce(case
  when state = 'issued' then starts_at <= now()
  else starts_at <= revoked_at and (revised_at is null or revised_at < revoked_at) end, false)`
/** Receipts of the revision that readers were asked to read. */
const countReceipts = (condition: string) => sql<number>`(select count(*)::int from (
  select from notice_receipts receipts
  where receipts.issuer_id = notices.company_id and receipts.notice_id = notices.id
    and receipts.revision >= notices.asked_revision and ${sql.raw(condition)} limit ${sql.lit(maxReads)}) as few)`
/** Texts that were read and are another by now. */
const formerTexts = sql<number>`(select count(*)::int from notice_revisions former
  where former.company_id = notices.company_id and former.notice_id = notices.id)`
const requiresApproval = sql<boolean>`coalesce((
  select policy.approval from notice_policies policy where policy.company_id = notices.company_id), false)`

const stored = (db: Db, companyId: string) =>
  db
    .selectFrom('notices')
    .where('notices.company_id', '=', companyId)
    .where('state', '<>', 'removed')
    .select([
      'id',
      'title',
      'summary',
      'language',
      'top',
      'ack',
      'ack_until as ackTime',
      'state',
      'revision',
      'asked_revision as askedRevision',
      sql<Channels>`channels`.as('channels'),
    ])
    .select([
      sql<NoticeRow['type']>`type`.as('type'),
      sql<NoticeRow['level']>`level`.as('level'),
      sql<NoticeRow['target']>`json_build_object('scope', scope, 'ids', target_ids)`.as('target'),
      sql<string[]>`array(select jsonb_object_keys(translations) order by 1)`.as('languages'),
      statusOf.as('status'),
      isTextShown.as('isTextShown'),
      formerTexts.as('updates'),
      sql<Person>`created_by`.as('createBy'),
      sql<Person>`updated_by`.as('updateBy'),
    ])
    .select([
      'starts_at as publishTime',
      'ends_at as endTime',
      'revoked_at as revokeTime',
      'revoke_reason as revokeReason',
    ])
    .select([
      'submitted_at as submitTime',
      'decided_at as decideTime',
      'decide_reason as decideReason',
      requiresApproval.as('approval'),
      sql<string[]>`writers::text[]`.as('writers'),
      sql<Person | null>`submitted_by`.as('submitBy'),
      sql<Person | null>`decided_by`.as('decideBy'),
    ])
    .select(['created_at as createTime', 'updated_at as updateTime', 'version'])

const matching = (db: Db, companyId: string, query: ListQuery, timeZone: string) => {
  // Row security alone would add the platform's notices to those of a company.
  let found = db.selectFrom('notices').where('notices.company_id', '=', companyId).where('state', '<>', 'removed')
  if (query.search) found = found.where(anyTitleLike(likePattern(query.search)))
  if (query['f.type']) found = found.where('type', '=', query['f.type'])
  if (query['f.status']) found = found.where(statusOf, '=', Number(query['f.status']) as NoticeState)
  if (query['f.createTime']) {
    const { from, before } = parseTimeRange(query['f.createTime'], timeZone)
    found = found.where('created_at', '>=', from).where('created_at', '<', before)
  }
  return found
}

const toColumns = ({ ackTime, target: { scope, ids }, translations, ...write }: Written) => ({
  ...write,
  translations: JSON.stringify(translations),
  ack_until: ackTime,
  scope,
  target_ids: ids,
})
/** Notices of a company, as their authors see them. */
export const noticesRepository = {
  list(db: Db, companyId: string, query: ListQuery, timeZone: string) {
    const found = matching(db, companyId, query, timeZone)
    const rows = stored(db, companyId)
      .where('id', 'in', found.select('id'))
      .select([
        countReceipts('true').as('reads'),
        sql<number>`case when ack then ${countReceipts('receipts.acked_at is not null')} else 0 end`.as('acks'),
      ])
    const order = parseSort(query.sort || '-createTime', sortColumns)
    return fetchPage(db, query, applyOrder(rows, 'notices', order), found, companyId)
  },

  find: (db: Db, { companyId, id }: NoticeKey): Promise<StoredNotice | undefined> =>
    stored(db, companyId)
      .where('id', '=', id)
      .select(['content', sql<NoticeTranslations>`translations`.as('translations')])
      .$castTo<StoredNotice>()
      .executeTakeFirst(),

  /** The notice, locked against other authors until the transaction ends; readers may write receipts. */
  findForUpdate: (db: Db, { companyId, id }: NoticeKey): Promise<StoredNotice | undefined> =>
    stored(db, companyId)
      .where('id', '=', id)
      .select(['content', sql<NoticeTranslations>`translations`.as('translations')])
      .$castTo<StoredNotice>()
      .forNoKeyUpdate()
      .executeTakeFirst(),

  async insert(db: Db, companyId: string, write: Written, { by, account }: Writer): Promise<string> {
    const id = newId()
    const person = JSON.stringify(by)
    const row = { ...toColumns(write), company_id: companyId, id, created_by: person, updated_by: person }
    await db
      .insertInto('notices')
      .values({ ...row, writers: [account] })
      .execute()
    return id
  },

  update: (db: Db, key: NoticeKey, write: Written, writer: Writer) =>
    updateRow(db, key)
      .set({ ...toColumns(write), ...unapproved, ...writtenBy(writer), ...updateStamps(writer.by) })
      .execute(),

  /** Notes that its files have changed: readers see it, and another person may approve it, from a later version. */
  noteEdit: (db: Db, key: NoticeKey, writer: Writer) =>
    updateRow(db, key)
      .set({
        ...unapproved,
        ...writtenBy(writer),
        // The text of a withdrawn notice is still the one that was read.
        revised_at: sql<string>`case when state = 'issued' and starts_at <= now() then now() else revised_at end`,
        version: sql<number>`case when state in ('submitted', 'approved') then version + 1 else version end`,
      })
      .execute(),

  /** Notes the pictures of a text. Takes whether those of former texts stay. */
  async keepPictures(db: Db, { companyId, id }: NoticeKey, pictures: readonly string[], withFormer: boolean) {
    const former = db.deleteFrom('notice_pictures').where('company_id', '=', companyId).where('notice_id', '=', id)
    if (!withFormer) await former.where('file_id', '<>', sql<string>`all(${pictures}::uuid[])`).execute()
    if (pictures.length === 0) return
    await db
      .insertInto('notice_pictures')
      .values(pictures.map((file) => ({ company_id: companyId, notice_id: id, file_id: file })))
      .onConflict((conflict) => conflict.constraint('notice_pictures__pk').doNothing())
      .execute()
  },

  /** Keeps the text that is about to be replaced. Takes whether earlier receipts stop counting. */
  async revise(
    db: Db,
    key: NoticeKey,
    { title, summary, content, translations, revision }: StoredNotice,
    renew: boolean,
    by: Person,
  ) {
    const text = { title, summary, content, translations: JSON.stringify(translations) }
    await db
      .insertInto('notice_revisions')
      .values({ ...text, company_id: key.companyId, notice_id: key.id, revision, replaced_by: JSON.stringify(by) })
      .execute()
    const next = revision + 1
    await updateRow(db, key)
      .set({ revision: next, revised_at: sql<string>`now()`, ...(renew && { asked_revision: next }) })
      .execute()
  },

  /** Gives a text that no one has read a number of its own, so that earlier receipts and messages do not count. */
  renew: (db: Db, key: NoticeKey, revision: number) =>
    updateRow(db, key).set({ revision, asked_revision: revision }).execute(),

  /** Publishes a notice from its start on; null: from now. A withdrawn one is unread again. */
  issue: (db: Db, key: NoticeKey, { startTime, endTime, channels }: Times & { channels: Channels }, by: Person) =>
    updateRow(db, key)
      .set({
        state: 'issued',
        ends_at: endTime,
        channels,
        revoked_at: null,
        revoke_reason: '',
        reminded_at: null,
        starts_at: sql<string>`greatest(${startTime}::timestamptz, now())`,
        // A refusal has no say once no approval is required.
        ...undecidedUnless('approved'),
        ...updateStamps(by),
      })
      .execute(),

  /** Changes the end, and the start unless readers have seen it; null: now. */
  reschedule: (db: Db, key: NoticeKey, { startTime, endTime }: Times, by: Person) =>
    updateRow(db, key)
      .set({
        starts_at: sql<string>`case when starts_at <= now() then starts_at
          else greatest(${startTime}::timestamptz, now()) end`,
        ends_at: endTime,
        ...updateStamps(by),
      })
      .execute(),

  revoke: (db: Db, key: NoticeKey, reason: string, by: Person) =>
    updateRow(db, key)
      .set({ state: 'revoked', revoked_at: sql<string>`now()`, revoke_reason: reason, ...updateStamps(by) })
      .execute(),

  /** Takes a notice away with its text and files. What is left of it is erased by `erase`. */
  async remove(db: Db, key: NoticeKey, by: Person) {
    for (const table of ['notice_revisions', 'notice_pictures', 'notice_files'] as const)
      await db.deleteFrom(table).where('company_id', '=', key.companyId).where('notice_id', '=', key.id).execute()
    await updateRow(db, key)
      .set({ state: 'removed', title: '', summary: '', content: '', translations: '{}', ...updateStamps(by) })
      .execute()
  },

  /**
   * Erases a given number of receipts of a removed notice, with platform reach; then the notice.
   * @returns whether it is gone
   */
  async erase(db: Db, { companyId, id }: NoticeKey, most: number): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      delete from notice_receipts using (
        select company_id, user_id from notice_receipts
        where issuer_id = ${companyId} and notice_id = ${id} order by company_id, user_id limit ${most}) as erased
      where notice_receipts.company_id = erased.company_id and notice_receipts.notice_id = ${id}
        and notice_receipts.user_id = erased.user_id`.execute(db)
    if (numAffectedRows >= most) return false
    const removed = db.deleteFrom('notices').where('company_id', '=', companyId).where('id', '=', id)
    await removed.where('state', '=', 'removed').execute()
    return true
  },

  revisions: (db: Db, { companyId, id }: NoticeKey): Promise<NoticeRevision[]> =>
    db
      .selectFrom('notice_revisions')
      .where('company_id', '=', companyId)
      .where('notice_id', '=', id)
      .select(['revision', 'title', 'summary', 'content', 'replaced_at as time', sql<Person>`replaced_by`.as('by')])
      .select(sql<NoticeTranslations>`translations`.as('translations'))
      .orderBy('revision', 'desc')
      .limit(100)
      .execute(),
}
