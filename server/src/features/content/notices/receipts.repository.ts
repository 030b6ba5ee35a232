import type { ReceiptSums } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { isVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'
import { type Audience, audienceRepository, isReached } from './audience.repository.ts'
import type { NoticeTranslations } from './notice-languages.repository.ts'

/** A notice with what decides who it reaches and which receipts count. */
export type Asked = Audience & { id: string; askedRevision: number; ack: boolean }

/** The receipt of a user that counts. */
export const joinReceipt = ({ id, askedRevision }: Asked) => sql`left join notice_receipts receipt
  on receipt.company_id = users.company_id and receipt.notice_id = ${id} and receipt.user_id = users.id
    and receipt.revision >= ${askedRevision}`
export const counting = ({ companyId, id, askedRevision }: Asked) => sql`
  receipt.issuer_id = ${companyId} and receipt.notice_id = ${id} and receipt.revision >= ${askedRevision}`
/** Takes the tallies as `receipt`. */
export const tallied = ({ companyId, id, askedRevision }: Asked) => sql`
  receipt.issuer_id = ${companyId} and receipt.notice_id = ${id} and receipt.asked_revision = ${askedRevision}`
/** The tallies count deleted users, whose receipts stay: they are fewer than those who are still there. */
export const receiptsOfDeleted = (asked: Asked) => sql`users
  join notice_receipts receipt on receipt.company_id = users.company_id and receipt.user_id = users.id
  where users.deleted_at is not null and ${counting(asked)}`
/** Whether a notice reaches whole companies. */
export const namesNobody = ({ scope }: Asked) => scope === 'all' || scope === 'portal' || scope === 'company'

type Contact = { companyId: string; account: string; hasPhone: boolean; hasMail: boolean; cursor: string }
type Counts = { read: number; acked: number }
type Sums = Omit<ReceiptSums, 'remindTime'>
const noReceipts: Counts = { read: 0, acked: 0 }
const countsOf = sql`count(*) as read, count(receipt.acked_at) as acked`
export const inCompanies = ({ scope, ids }: Asked) =>
  scope === 'company' ? sql`and receipt.company_id = any(${ids}::uuid[])` : sql``
/** Receipts of the people a notice reaches now. */
const countReceipts = async (db: Db, asked: Asked): Promise<Counts> => {
  if (!namesNobody(asked)) {
    const { rows } = await sql<Counts>`
      select ${countsOf} from notice_receipts receipt
        join users on users.company_id = receipt.company_id and users.id = receipt.user_id
      where ${counting(asked)} and ${isReached(asked)}`.execute(db)
    return rows[0] ?? noReceipts
  }
  const [all, left] = await Promise.all([
    sql<Counts>`
      select coalesce(sum(reads), 0)::bigint as read, coalesce(sum(acks), 0)::bigint as acked
      from notice_tallies receipt where ${tallied(asked)} ${inCompanies(asked)}`.execute(db),
    sql<Counts>`select ${countsOf} from ${receiptsOfDeleted(asked)} ${inCompanies(asked)}`.execute(db),
  ])
  const [{ read, acked }, gone] = [all.rows[0] ?? noReceipts, left.rows[0] ?? noReceipts]
  return { read: read - gone.read, acked: acked - gone.acked }
}

const countVisible = async (db: Db, asked: Asked, isVisible: RawBuilder<boolean>): Promise<Sums> => {
  const { rows } = await sql<Sums>`
    select count(*) as people, count(receipt.user_id) as read, count(receipt.acked_at) as acked
    from users ${joinReceipt(asked)} where ${isReached(asked)} and ${isVisible}`.execute(db)
  return rows[0] ?? { people: 0, ...noReceipts }
}

/** Who has read and confirmed a notice. Needs platform reach for the platform's, and the company's reach otherwise. */
export const receiptsRepository = {
  find: async (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('notices')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '<>', 'removed')
      .select(['id', 'company_id as companyId', 'title', 'summary', 'target_ids as ids', 'ack', 'state', 'language'])
      .select(sql<NoticeTranslations>`translations`.as('translations'))
      .select([
        sql<Audience['scope']>`scope`.as('scope'),
        'asked_revision as askedRevision',
        'of_platform as platform',
        'reminded_at as remindTime',
        sql<boolean>`(state = 'issued' and starts_at <= now() and (ends_at is null or ends_at > now()))`.as(
          'isPublished',
        ),
      ])
      .executeTakeFirst(),

  /** Of the people in the caller's row scope. */
  async sums(db: Db, actor: Viewer, asked: Asked): Promise<Sums> {
    const isVisible = isVisibleUser(actor, 'users.id')
    if (isVisible) return countVisible(db, asked, isVisible)
    const [people, counts] = await Promise.all([audienceRepository.count(db, asked), countReceipts(db, asked)])
    return { people, ...counts }
  },

  /**
   * Notes a reminder.
   * @returns whether the last one is an hour ago; of two at once, only one is.
   */
  async noteReminder(db: Db, companyId: string, id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('notices')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where(sql<boolean>`(reminded_at is null or reminded_at <= now() - interval '1 hour')`)
      .set({ reminded_at: sql<string>`now()` })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Contacts of people behind a key, those of memberships left out; with platform reach. */
  async contacts(db: Db, asked: Asked, onlyWaiting: boolean, after: string | null, size: number) {
    const [company, user] = after?.split('~') ?? []
    const behind = company ? sql`and (users.company_id, users.id) > (${company}::uuid, ${user}::uuid)` : sql``
    const waiting = onlyWaiting
      ? sql`and receipt.acked_at is null and (receipt.user_id is null or ${asked.ack})`
      : sql``
    const { rows } = await sql<Contact>`
      select users.company_id as "companyId", users.account, users.phone is not null as "hasPhone",
        users.email is not null as "hasMail", users.company_id || '~' || users.id as cursor
      from users ${joinReceipt(asked)}
      where ${isReached(asked)} and (users.phone is not null or users.email is not null) ${behind} ${waiting}
      order by users.company_id, users.id limit ${size}`.execute(db)
    return rows
  },
}
