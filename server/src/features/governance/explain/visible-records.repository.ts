import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor, RowScope } from '../../../kernel/scope.ts'
import { type Viewer, visibleTo } from '../../access/row-scopes/index.ts'
import { userRows } from '../../people/users/index.ts'

/** Record kinds with data scopes: users and their sessions. */
export type RecordKind = 'user' | 'session'

/** Records by the user they belong to. */
export const visibleRecordsRepository = {
  /**
   * The user a record belongs to; undefined if it does not exist, belongs to another company, or is not visible to the
   * caller.
   */
  findOwner: async (db: Db, actor: Actor, kind: RecordKind, id: string): Promise<string | undefined> => {
    const people = db.selectFrom('users').where('users.company_id', '=', actor.companyId).select('users.id')
    const query =
      kind === 'user'
        ? people.where('users.id', '=', id)
        : people.where(
            'users.id',
            'in',
            db
              .selectFrom('sessions')
              .where('sessions.company_id', '=', actor.companyId)
              .where('sessions.id', '=', id)
              .select('user_id'),
          )
    const isVisible = visibleTo(actor, userRows)
    return (await (isVisible ? query.where(isVisible) : query).executeTakeFirst())?.id
  },

  /** For each scope, whether it shows the viewer the owner's records. */
  visibleBy: async (
    db: Db,
    viewer: Omit<Viewer, 'rows'>,
    ownerId: string,
    scopes: readonly RowScope[],
  ): Promise<boolean[]> => {
    const shown = scopes.map((scope) => visibleTo({ ...viewer, rows: [scope] }, userRows) ?? sql<boolean>`true`)
    const { rows } = await sql<{ shown: boolean[] }>`
      select array[${sql.join(shown)}]::boolean[] as shown from users
      where users.company_id = ${viewer.companyId} and users.id = ${ownerId}`.execute(db)
    return rows[0]?.shown ?? []
  },
}
