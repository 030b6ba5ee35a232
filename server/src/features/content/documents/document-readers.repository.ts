import type {
  DownloadRow,
  DownloadsFilter,
  documentReadersContract,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { downloadDays } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import { primaryOrganizationName } from '../../people/organizations/index.ts'

type ReadersQuery = z.output<typeof documentReadersContract.readers.query>
type DownloadsQuery = z.output<typeof documentReadersContract.downloads.query>
type Key = { companyId: string; id: string }
type Version = Key & { number: number }
/** Who downloaded: a user by a right of their own, or a visitor by a link. */
type Downloader = { userId: string | null; linkBy: Person | null; by: Person; ip: string }

/** What a reader's roles hold, besides a grant. */
const neededElement = 'sysDocs:list'
const isRead = sql<boolean>`receipt.read_at is not null`

/** People in the actor's row scope that grants reach with a file, with their receipt of a version. */
const selectReaders = (db: Db, actor: Actor, { companyId, id, number }: Version) => {
  const readers = db
    .selectFrom('users')
    .leftJoin('document_receipts as receipt', (join) =>
      join
        .onRef('receipt.company_id', '=', 'users.company_id')
        .onRef('receipt.user_id', '=', 'users.id')
        .on('receipt.document_id', '=', id)
        .on('receipt.number', '=', number),
    )
    .where('users.company_id', '=', companyId)
    .where(sql<boolean>`users.id in (select user_id from document_readers(${companyId}, ${id}, ${neededElement}))`)
  const isVisible: RawBuilder<boolean> | undefined = isVisibleUser(actor, 'users.id')
  return isVisible ? readers.where(isVisible) : readers
}
const matchingReaders = (db: Db, actor: Actor, version: Version, { search, 'f.state': state }: ReadersQuery) => {
  let readers = selectReaders(db, actor, version)
  if (search !== '') {
    const like = likePattern(search)
    readers = readers.where(sql<boolean>`(users.name ilike ${like} or users.account ilike ${like})`)
  }
  if (state) readers = readers.where(state === 'read' ? isRead : sql<boolean>`not ${isRead}`)
  return readers
}

/** Downloads of a file, those of users outside the actor's row scope left out. */
const matchingDownloads = (
  db: Db,
  actor: Actor,
  { companyId, id }: Key,
  { 'f.way': way, ids }: DownloadsFilter & Ticked,
) => {
  let found = db
    .selectFrom('document_downloads')
    .where('document_downloads.company_id', '=', companyId)
    .where('document_downloads.document_id', '=', id)
  if (ids) found = found.where(sql<boolean>`document_downloads.id = any(${ids}::uuid[])`)
  if (way) found = found.where('link_by', way === 'link' ? 'is not' : 'is', null)
  const isVisible = isVisibleUser(actor, 'document_downloads.user_id')
  return isVisible ? found.where(sql<boolean>`(document_downloads.user_id is null or ${isVisible})`) : found
}
const downloadRows = (found: ReturnType<typeof matchingDownloads>) =>
  found
    .select(['document_downloads.id', 'number', 'ip', 'created_at as createTime'])
    .select([sql<DownloadRow['linkBy']>`link_by`.as('linkBy'), sql<Person>`created_by`.as('createBy')])

/** Statements that delete downloads after their time. */
export const downloadsRetention = [
  `delete from document_downloads where created_at < now() - interval '${downloadDays} days'`,
]

/** Who has read and downloaded files. */
export const documentReadersRepository = {
  /** Notes that a user has read a version; within a minute once. */
  noteReading: (db: Db, { companyId, id, number }: Version, userId: string) =>
    db
      .insertInto('document_receipts')
      .values({ company_id: companyId, document_id: id, number, user_id: userId })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'document_id', 'number', 'user_id'])
          .doUpdateSet({ opened_at: sql<string>`now()` })
          .where(sql<boolean>`document_receipts.opened_at < now() - interval '1 minute'`),
      )
      .execute(),

  noteDownload: (db: Db, { companyId, id, number }: Version, { userId, linkBy, by, ip }: Downloader) =>
    db
      .insertInto('document_downloads')
      .values({
        company_id: companyId,
        id: newId(),
        document_id: id,
        number,
        user_id: userId,
        ip,
        link_by: linkBy && JSON.stringify(linkBy),
        created_by: JSON.stringify(by),
      })
      .execute(),

  readers(db: Db, actor: Actor, version: Version, query: ReadersQuery) {
    const matching = matchingReaders(db, actor, version, query)
    const rows = matching
      .select(['users.id', 'users.name', 'users.account', 'receipt.read_at as readTime'])
      .select(primaryOrganizationName.as('org'))
    const direction = query.sort.startsWith('-') ? sql`desc` : sql`asc`
    const ordered = query.sort.endsWith('readTime')
      ? rows.orderBy(sql`receipt.read_at ${direction} nulls last`)
      : rows.orderBy(sql`users.name collate by_name ${direction}`)
    return fetchPage(db, query, ordered.orderBy('users.id'), matching)
  },

  sums: (db: Db, actor: Actor, version: Version) =>
    selectReaders(db, actor, version)
      .select([sql<number>`count(*)`.as('people'), sql<number>`count(receipt.read_at)`.as('read')])
      .executeTakeFirstOrThrow(),

  /** Newest first. */
  downloads(db: Db, actor: Actor, key: Key, query: DownloadsQuery) {
    const matching = matchingDownloads(db, actor, key, query)
    const rows = downloadRows(matching).orderBy('created_at', 'desc').orderBy('document_downloads.id')
    return fetchPage(db, query, rows, matching)
  },
  countDownloads: (db: Db, actor: Actor, key: Key, filter: DownloadsFilter & Ticked, limit: number) =>
    countUpTo(db, matchingDownloads(db, actor, key, filter), limit),
  /** Downloads after an id, oldest first: ids are ordered by time. */
  batchOfDownloads(
    db: Db,
    actor: Actor,
    key: Key,
    filter: DownloadsFilter & Ticked,
    after: string | undefined,
    size: number,
  ) {
    const found = matchingDownloads(db, actor, key, filter)
    const rest = after === undefined ? found : found.where('document_downloads.id', '>', after)
    return downloadRows(rest).orderBy('document_downloads.id').limit(size).execute()
  },
}
