import type { ReceiptFilter, ReceiptRow } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { andVisibleUser } from '../../access/row-scopes/index.ts'
import { primaryOrganizationName } from '../../people/organizations/index.ts'
import { isReached } from './audience.repository.ts'
import {
  type Asked,
  counting,
  inCompanies,
  joinReceipt,
  namesNobody,
  receiptsOfDeleted,
  tallied,
} from './receipts.repository.ts'

/** `after`: the cursor of the last row shown, the keys of its company and its user. */
type Page = { size: number; search: string; after: string | undefined; state: ReceiptFilter | undefined }

/** Found people among which a page is looked for; with more of them, a page is found while reading all in order. */
const maxHits = 5000
const first = '00000000-0000-0000-0000-000000000000'
const parseKey = (after: string | undefined) => {
  const [company = first, user = first] = after?.split('~') ?? []
  return { company, user }
}
const stateConditions: Record<ReceiptFilter, RawBuilder<boolean>> = {
  unread: sql<boolean>`receipt.user_id is null`,
  unacked: sql<boolean>`receipt.acked_at is null`,
  read: sql<boolean>`receipt.user_id is not null`,
  acked: sql<boolean>`receipt.acked_at is not null`,
}

/** People by the beginning of account or name, or by phone, in all companies. */
const foundAnywhere = (search: string) => {
  const wanted = search.toLowerCase()
  const by = (condition: RawBuilder<boolean>) =>
    sql`(select users.id from users where users.deleted_at is null and ${condition} limit ${maxHits + 1})`
  const begins = (column: string) => {
    const words = sql`lower(${sql.ref(column)}) collate "C"`
    return sql<boolean>`${words} >= ${wanted} and ${words} < ${wanted} || chr(1114111)`
  }
  return sql`(${by(begins('users.account'))} union ${by(begins('users.name'))} union ${by(sql`users.phone = ${search}`)})`
}
/** The condition of a search. */
const matching = async (db: Db, { platform }: Asked, search: string): Promise<RawBuilder<unknown>> => {
  if (search === '') return sql``
  const found = platform ? foundAnywhere(search) : sql`find_users(${search}, ${maxHits + 1})`
  const { rows } = await sql<{ ids: string[] }>`select array(select id from ${found} as found) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  // An array, not a join: the planner then looks the few up by their ids.
  if (ids.length <= maxHits) return sql`and users.id = any(${ids}::uuid[])`
  const wanted = search.toLowerCase()
  const inName = platform
    ? sql`starts_with(lower(users.name), ${wanted})`
    : sql`strpos(lower(users.name), ${wanted}) > 0`
  return sql`and (starts_with(lower(users.account), ${wanted}) or ${inName})`
}

/** People of whole companies that have not read or confirmed; companies in which all have are passed over. */
const toGo = (asked: Asked, { size, after, state }: Page) => {
  const { company, user } = parseKey(after)
  const isToConfirm = state === 'unacked'
  const counted = isToConfirm ? sql`acks` : sql`reads`
  const isCounted = isToConfirm ? sql`and receipt.acked_at is not null` : sql``
  const among = asked.scope === 'company' ? sql`and headcounts.company_id = any(${asked.ids}::uuid[])` : sql``
  const all = sql`
    select headcounts.company_id from headcounts
      left join (select receipt.company_id, sum(${counted}) as people from notice_tallies receipt
        where ${tallied(asked)} ${inCompanies(asked)} group by 1) as done on done.company_id = headcounts.company_id
      left join (select receipt.company_id, count(*) as people from ${receiptsOfDeleted(asked)} ${isCounted}
        group by 1) as gone on gone.company_id = headcounts.company_id
    where headcounts.people > coalesce(done.people, 0) - coalesce(gone.people, 0)
      and headcounts.company_id >= ${company}::uuid ${among}
    order by 1`
  const own = sql`select ${asked.companyId}::uuid as company_id`
  return sql`
    select open.company_id, found.id
    from (${asked.platform ? all : own}) as open cross join lateral people_to_go(open.company_id, ${asked.companyId},
      ${asked.id}, ${asked.askedRevision}, ${isToConfirm},
      case when open.company_id = ${company}::uuid then ${user}::uuid else ${first}::uuid end, ${size}) as found (id)
    order by open.company_id, found.id limit ${size}`
}

/** People who have read or confirmed, in the order of the receipts. */
const done = (asked: Asked, { size, after, state }: Page, conditions: RawBuilder<unknown>) => {
  const { company, user } = parseKey(after)
  return sql`
    select receipt.company_id, receipt.user_id as id
    from notice_receipts receipt join users on users.company_id = receipt.company_id and users.id = receipt.user_id
    where ${counting(asked)} and (receipt.company_id, receipt.user_id) > (${company}::uuid, ${user}::uuid)
      and ${state === 'acked' ? sql`receipt.acked_at is not null` : sql`true`} and ${isReached(asked)} ${conditions}
    order by receipt.company_id, receipt.user_id limit ${size}`
}

/** Any people, in the order of their keys. */
const reached = (asked: Asked, { size, after, state }: Page, conditions: RawBuilder<unknown>) => {
  const { company, user } = parseKey(after)
  const own = asked.platform ? sql`` : sql`and users.company_id = ${asked.companyId}`
  return sql`
    select users.company_id, users.id from users ${joinReceipt(asked)}
    where ${isReached(asked)} ${own} and (users.company_id, users.id) > (${company}::uuid, ${user}::uuid)
      and ${state ? stateConditions[state] : sql`true`} ${conditions}
    order by users.company_id, users.id limit ${size}`
}

const isToGo = ({ state }: Page) => state === 'unread' || state === 'unacked'

/** Keys of one page of people, in their order. */
const keysOfPage = async (db: Db, actor: Actor, asked: Asked, page: Page) => {
  const isWhole = actor.rows === 'all' && page.search === '' && namesNobody(asked)
  const conditions = sql`${await matching(db, asked, page.search)} ${andVisibleUser(actor, 'users.id')}`
  const rest = page.state === 'read' || page.state === 'acked' ? done : reached
  return isWhole && isToGo(page) ? toGo(asked, page) : rest(asked, page, conditions)
}

/**
 * One page of the people a notice reaches, in the order of their keys. Needs platform reach for the platform's notices,
 * and the company's reach otherwise.
 */
export const receiptPage = async (db: Db, actor: Actor, asked: Asked, page: Page): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    with found as materialized (${await keysOfPage(db, actor, asked, page)})
    select users.id, users.name, users.account,
      case when ${asked.platform} then companies.name else '' end as company,
      ${primaryOrganizationName} as org,
      case when receipt.acked_at is not null then 'acked' when receipt.user_id is not null then 'read' else 'unread' end as state,
      receipt.read_at as "readTime", receipt.acked_at as "ackTime", users.company_id || '~' || users.id as cursor
    from found join users on users.company_id = found.company_id and users.id = found.id
      join companies on companies.id = users.company_id ${joinReceipt(asked)}
    order by users.company_id, users.id`.execute(db)
  return rows
}

/** Number of people that a search and a state find, at most `limit`; with the reach of `receiptPage`. */
export const countFound = async (
  db: Db,
  actor: Actor,
  asked: Asked,
  found: Pick<Page, 'search' | 'state'>,
  limit: number,
): Promise<number> => {
  const keys = await keysOfPage(db, actor, asked, { ...found, size: limit, after: undefined })
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${keys}) as found`.execute(db)
  return rows[0]?.total ?? 0
}
