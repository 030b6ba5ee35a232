import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { type Seer, seenBy } from '../../kernel/db/row-scope.ts'
import type { Actor, RowScope } from '../../kernel/scope.ts'
import { userRows } from '../users/index.ts'

/** What kinds of record data scopes tell apart: people, and their sessions. */
export type RecordKind = 'user' | 'session'

/** Records as data scopes see them: each is somebody's. */
export const seenRecordsRepository = {
  /** Whose record it is; undefined for one that is not there, another company's, and one that the caller does not see himself. */
  ownerOf: async (db: Db, actor: Actor, kind: RecordKind, id: string): Promise<string | undefined> => {
    const people = db.selectFrom('users').where('users.company_id', '=', actor.companyId).select('users.id')
    const asked =
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
    const seen = seenBy(actor, userRows)
    return (await (seen ? asked.where(seen) : asked).executeTakeFirst())?.id
  },

  /** Which of these scopes show somebody the records of a person. */
  showing: async (
    db: Db,
    seer: Omit<Seer, 'rows'>,
    ownerId: string,
    scopes: readonly RowScope[],
  ): Promise<boolean[]> => {
    const shown = scopes.map((scope) => seenBy({ ...seer, rows: [scope] }, userRows) ?? sql<boolean>`true`)
    const { rows } = await sql<{ shown: boolean[] }>`
      select array[${sql.join(shown)}]::boolean[] as shown from users
      where users.company_id = ${seer.companyId} and users.id = ${ownerId}`.execute(db)
    return rows[0]?.shown ?? []
  },
}
