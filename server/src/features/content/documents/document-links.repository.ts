import type { LinkRow, NewLink } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

type Key = { companyId: string; id: string }
type NewRow = Omit<NewLink, 'password'> & {
  companyId: string
  documentId: string
  makerId: string
  tokenHash: Buffer
  passwordHash: string
}
type ListedLink = Omit<LinkRow, 'managed'> & { makerId: string; isMakerActive: boolean }

const hasNotEnded = sql<boolean>`document_links.expires_at > now()`
/** No link works while its company admits no users, nor while its maker, or whose membership that is, may not sign in. */
const mayWork = sql<boolean>`(admission_of(companies, null) in ('open', 'readOnly') and status_of(maker) = 1
  and not exists (select from users principal where principal.company_id = maker.principal_company_id
    and principal.id = maker.principal_id and status_of(principal) <> 1))`

/** Statements that delete links a month after their end. */
export const linksRetention = [`delete from document_links where expires_at < now() - interval '30 days'`]

const selectLinks = (db: Db, { companyId, id }: Key) =>
  db
    .selectFrom('document_links')
    .where('document_links.company_id', '=', companyId)
    .where('document_links.document_id', '=', id)
    .where(hasNotEnded)

export const documentLinksRepository = {
  /**
   * Links of a file that have not ended, newest first.
   * @param key the key of the file
   */
  list: (db: Db, key: Key): Promise<ListedLink[]> =>
    selectLinks(db, key)
      .select(['id', 'maker_id as makerId', sql<boolean>`password_hash <> ''`.as('locked'), 'expires_at as expireTime'])
      .select(['downloadable', 'uses_left as usesLeft', 'uses', 'used_at as lastTime', 'created_at as createTime'])
      .select([
        sql<Person>`created_by`.as('createBy'),
        sql<boolean>`(select status_of(maker) = 1 from users maker
          where maker.company_id = document_links.company_id and maker.id = maker_id)`.as('isMakerActive'),
      ])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),

  count: async (db: Db, key: Key): Promise<number> => {
    const { found } = await selectLinks(db, key).select(sql<number>`count(*)`.as('found')).executeTakeFirstOrThrow()
    return found
  },

  async insert(db: Db, link: NewRow, by: Person): Promise<string> {
    const id = newId()
    await db
      .insertInto('document_links')
      .values({
        company_id: link.companyId,
        id,
        document_id: link.documentId,
        maker_id: link.makerId,
        token_hash: link.tokenHash,
        password_hash: link.passwordHash,
        expires_at: link.expireTime,
        downloadable: link.downloadable,
        uses_left: link.mostUses,
        created_by: JSON.stringify(by),
      })
      .execute()
    return id
  },

  /** @returns what it was; undefined if there was none. */
  remove: (db: Db, { companyId, id }: Key, documentId: string) =>
    db
      .deleteFrom('document_links')
      .where('company_id', '=', companyId)
      .where('document_id', '=', documentId)
      .where('id', '=', id)
      .returning(['expires_at as expireTime', 'downloadable', 'uses_left as usesLeft', 'uses'])
      .returning(sql<boolean>`password_hash <> ''`.as('hasPassword'))
      .executeTakeFirst(),

  /** The link of a token; undefined if it has ended or may not work now. Needs platform reach. */
  find: (db: Db, tokenHash: Buffer) =>
    db
      .selectFrom('document_links')
      .innerJoin('companies', 'companies.id', 'document_links.company_id')
      .innerJoin('users as maker', (join) =>
        join
          .onRef('maker.company_id', '=', 'document_links.company_id')
          .onRef('maker.id', '=', 'document_links.maker_id'),
      )
      .where('document_links.token_hash', '=', tokenHash)
      .where(hasNotEnded)
      .where(mayWork)
      .select(['document_links.id', 'document_links.company_id as companyId', 'document_links.maker_id as makerId'])
      .select(['document_links.document_id as documentId', 'document_links.password_hash as passwordHash'])
      .select(['document_links.expires_at as expireTime', 'document_links.downloadable'])
      .select(['document_links.uses_left as usesLeft', sql<Person>`document_links.created_by`.as('createBy')])
      .executeTakeFirst(),

  /** A link to a document that has not ended, used up or not. */
  findLive: (db: Db, { companyId, id }: Key, documentId: string) =>
    selectLinks(db, { companyId, id: documentId })
      .where('document_links.id', '=', id)
      .select('document_links.maker_id as makerId')
      .executeTakeFirst(),

  /**
   * Takes one of the uses that are left, in one statement.
   * @returns whether there was one
   */
  async take(db: Db, { companyId, id }: Key): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('document_links')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where(hasNotEnded)
      .where(sql<boolean>`coalesce(uses_left > 0, true)`)
      .set({
        uses: sql<number>`uses + 1`,
        uses_left: sql<number>`uses_left - 1`,
        used_at: sql<string>`now()`,
      })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof documentLinksRepository.find>>>
