import type { Comment } from '@atrium/contract/features/content/comments/comments.contract.ts'
import type { RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { fileState } from '../uploads/index.ts'

type Key = { companyId: string; id: string }
type Row = Pick<Comment, 'id' | 'text' | 'author' | 'createTime' | 'editTime' | 'removed' | 'version'> & {
  writtenBy: Person
}
/** What decides whether a comment may be changed. */
export type StoredComment = Subject & {
  commentId: string
  text: string
  writtenBy: Person
  version: number
  isRemoved: boolean
}
type NewComment = Key & Subject & { text: string; authorId: string | null; by: Person }

/** A guest as the stamp names them; others as they are called now. */
const author = sql<Person>`case when author_id is null then created_by else coalesce(
  (select jsonb_build_object('id', users.id, 'name', users.name) from users
    where users.company_id = comments.company_id and users.id = author_id),
  '{"id": "", "name": "已注销用户"}') end`
const removed = sql<Comment['removed']>`case when removed_at is not null then
  jsonb_build_object('by', removed_by, 'time', removed_at) end`

/** Comments of a company. */
export const commentsRepository = {
  list(db: Db, companyId: string, { entity, id }: Subject, query: Pick<ListQuery, 'page' | 'size'>) {
    const found = db
      .selectFrom('comments')
      .where('company_id', '=', companyId)
      .where('entity_id', '=', id)
      .where('entity', '=', entity)
    const rows = found
      .select(['id', 'content as text', 'created_at as createTime', 'edited_at as editTime', 'version'])
      .select([author.as('author'), removed.as('removed'), sql<Person>`created_by`.as('writtenBy')])
      .orderBy('id', 'desc')
    return fetchPage(db, query, rows.$castTo<Row>(), found)
  },

  /** Files of comments, by the comment. */
  async files(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, RowFile[]>> {
    const rows = await db
      .selectFrom('comment_files')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'comment_files.company_id').onRef('files.id', '=', 'comment_files.file_id'),
      )
      .where('comment_files.company_id', '=', companyId)
      .where(sql<boolean>`comment_id = any(${ids}::uuid[])`)
      .select(['comment_id as commentId', 'files.id', 'files.name', 'files.size'])
      .select(sql<boolean>`${fileState} = 'ready'`.as('ready'))
      .orderBy('files.id')
      .execute()
    const byComment = Map.groupBy(rows, ({ commentId }) => commentId)
    return new Map([...byComment].map(([id, files]) => [id, files.map(({ commentId: _, ...file }) => file)]))
  },

  /** Users of the company with their present names. */
  people: (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
    db
      .selectFrom('users')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('deleted_at', 'is', null)
      .select(['id', 'name'])
      .execute(),

  find: (db: Db, { companyId, id }: Key): Promise<StoredComment | undefined> =>
    db
      .selectFrom('comments')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(['id as commentId', 'entity', 'entity_id as id', 'content as text', 'version'])
      .select([sql<Person>`created_by`.as('writtenBy'), sql<boolean>`removed_at is not null`.as('isRemoved')])
      .executeTakeFirst(),

  /** Makes other changes of the comment wait until the transaction ends. */
  lock: (db: Db, { companyId, id }: Key) =>
    db
      .selectFrom('comments')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select('id')
      .forUpdate()
      .execute(),

  insert: (db: Db, { companyId, id, entity, ...comment }: Omit<NewComment, 'id'> & { id: string; entityId: string }) =>
    db
      .insertInto('comments')
      .values({
        company_id: companyId,
        id,
        entity,
        entity_id: comment.entityId,
        author_id: comment.authorId,
        content: comment.text,
        created_by: JSON.stringify(comment.by),
      })
      .execute(),

  update: (db: Db, { companyId, id }: Key, text: string) =>
    db
      .updateTable('comments')
      .set({ content: text, edited_at: sql<string>`now()`, version: sql<number>`version + 1` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),

  /** Leaves that there was a comment, without what it said. */
  async remove(db: Db, { companyId, id }: Key, by: Person) {
    await db
      .updateTable('comments')
      .set({
        content: '',
        removed_at: sql<string>`now()`,
        removed_by: JSON.stringify(by),
        version: sql<number>`version + 1`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('comment_files').where('company_id', '=', companyId).where('comment_id', '=', id).execute()
  },

  /** From then on the file is sent by the comment that uses it alone. */
  guard: (db: Db, { companyId, id }: Key) =>
    db.updateTable('files').set({ guarded: true }).where('company_id', '=', companyId).where('id', '=', id).execute(),

  /**
   * Gives a comment files that its author has stored for one and nothing uses yet.
   *
   * @returns how many there are
   */
  async addFiles(db: Db, { companyId, id }: Key, fileIds: readonly string[], authorId: string): Promise<number> {
    const own = db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${fileIds}::uuid[])`)
      .where('guarded', '=', true)
      .where('unused_since', 'is not', null)
      .where(sql<string>`created_by ->> 'id'`, '=', authorId)
      .select(['company_id', sql<string>`${id}::uuid`.as('comment_id'), 'id as file_id'])
    const added = await db
      .insertInto('comment_files')
      .columns(['company_id', 'comment_id', 'file_id'])
      .expression(own)
      .returning('file_id')
      .execute()
    return added.length
  },

  hasFile: async (db: Db, { companyId, id }: Key, fileId: string): Promise<boolean> =>
    (await db
      .selectFrom('comment_files')
      .where('company_id', '=', companyId)
      .where('comment_id', '=', id)
      .where('file_id', '=', fileId)
      .select('file_id')
      .executeTakeFirst()) !== undefined,
}
