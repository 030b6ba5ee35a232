import type { GrantRow, SubjectOption } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import type { SubjectKind } from '@atrium/contract/features/content/documents/document-fields.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { andVisibleUser } from '../../access/row-scopes/index.ts'
import { toLevel } from './document-rights.repository.ts'

type Key = { companyId: string; id: string }
/** Who a grant names; `subjectId` is empty for everyone. */
export type Subject = { kind: SubjectKind; subjectId: string }
type Found = Subject & { id: string; name: string; rank: number; fromId: string; fromTitle: string; own: boolean }

/** Name of everyone, as the audit log and the screen show it. */
export const everyoneName = '全体成员'

const toColumns = ({ kind, subjectId }: Subject) => ({
  user_id: kind === 'user' ? subjectId : null,
  org_id: kind === 'organization' ? subjectId : null,
  role_id: kind === 'role' ? subjectId : null,
})

/**
 * The tables whose rows grants may name.
 * @param actor who asks, as they name only people in their row scope
 */
const subjectQueries = (actor: Actor): Record<Exclude<SubjectKind, 'everyone'>, ReturnType<typeof sql>> => ({
  role: sql`select id from roles where company_id = ${actor.companyId}`,
  organization: sql`select id from orgs where company_id = ${actor.companyId}`,
  user: sql`select id from users where company_id = ${actor.companyId} and deleted_at is null
    ${andVisibleUser(actor, 'users.id')}`,
})

export const documentAccessRepository = {
  /** Grants of a document, and those it inherits, nearest first. */
  async grants(db: Db, { companyId, id }: Key) {
    const { rows } = await sql<Found>`
      with recursive line as (
        select id, parent_id, name, inherits, 0 as step from documents where company_id = ${companyId} and id = ${id}
        union all
        select documents.id, documents.parent_id, documents.name, documents.inherits, step + 1
        from line join documents on documents.company_id = ${companyId} and documents.id = line.parent_id
        where line.inherits
      )
      select held.id, held.level as rank, line.id as "fromId", line.name as "fromTitle", line.step = 0 as own,
        case when held.user_id is not null then 'user' when held.org_id is not null then 'organization'
          when held.role_id is not null then 'role' else 'everyone' end as kind,
        coalesce(held.user_id, held.org_id, held.role_id)::text as "subjectId",
        coalesce(users.name, orgs.name, roles.name, ${everyoneName}) as name
      from line join document_grants held on held.company_id = ${companyId} and held.document_id = line.id
        left join users on users.company_id = held.company_id and users.id = held.user_id
        left join orgs on orgs.company_id = held.company_id and orgs.id = held.org_id
        left join roles on roles.company_id = held.company_id and roles.id = held.role_id
      where users.deleted_at is null
      order by step, held.level desc, coalesce(users.name, orgs.name, roles.name, '') collate by_name, held.id`.execute(
      db,
    )
    return rows.map(({ rank, fromId, fromTitle, own, subjectId, ...grant }) => ({
      ...grant,
      subjectId: subjectId ?? '',
      level: toLevel(rank),
      from: (own ? null : { id: fromId, title: fromTitle }) satisfies GrantRow['from'],
    }))
  },

  /** Who the grants of a document let manage it, inherited ones included, as keys to compare. */
  async managers(db: Db, key: Key): Promise<string> {
    const grants = await documentAccessRepository.grants(db, key)
    const keys = grants.flatMap(({ kind, subjectId, level }) => (level === 'manage' ? `${kind} ${subjectId}` : []))
    return [...new Set(keys)].sort().join()
  },

  /** Whether all of these exist, and the actor may name them. */
  async areNamable(db: Db, actor: Actor, subjects: readonly Subject[]): Promise<boolean> {
    const queries = subjectQueries(actor)
    for (const kind of ['role', 'organization', 'user'] as const) {
      const ids = [...new Set(subjects.flatMap((each) => (each.kind === kind ? each.subjectId : [])))]
      if (ids.length === 0) continue
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from (${queries[kind]}) as known where id = any(${ids}::uuid[])`.execute(db)
      if (rows[0]?.found !== ids.length) return false
    }
    return true
  },

  insert: (db: Db, { companyId, id }: Key, grant: Subject & { rank: number }, by: Person) =>
    db
      .insertInto('document_grants')
      .values({
        company_id: companyId,
        id: newId(),
        document_id: id,
        level: grant.rank,
        ...toColumns(grant),
        granted_by: JSON.stringify(by),
      })
      .execute(),
  changeLevel: (db: Db, { companyId, id }: Key, level: number, by: Person) =>
    db
      .updateTable('document_grants')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ level, granted_by: JSON.stringify(by), granted_at: sql<string>`now()` })
      .execute(),
  remove: (db: Db, { companyId, id }: Key) =>
    db.deleteFrom('document_grants').where('company_id', '=', companyId).where('id', '=', id).execute(),

  setInherits: (db: Db, { companyId, id }: Key, inherits: boolean) =>
    db
      .updateTable('documents')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .set({ inherits, version: sql<number>`version + 1` })
      .execute(),

  /** The first roles by name, offered before anything is typed. */
  roles: async (db: Db, companyId: string, most: number): Promise<SubjectOption[]> =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('type', '<>', 'template')
      .select([sql<'role'>`'role'`.as('kind'), 'id', 'name', sql<string>`'角色'`.as('detail')])
      .orderBy(byName('name'))
      .orderBy('id')
      .limit(most)
      .execute(),
}
