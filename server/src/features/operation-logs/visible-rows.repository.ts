import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { seenUserIds } from '../../kernel/db/seen-users.ts'
import { eventsNamingPeople, eventsOfUsers } from './events.ts'

/**
 * The rows of the log that the caller sees. With a narrow row scope: what they and the users in it did, without what
 * happened to users outside it, and of the rows that name several people their own alone.
 */
export const seenRows = (db: Db, actor: Seer) => {
  const rows = db.selectFrom('audit_log')
  const ids = seenUserIds(actor)
  if (!ids) return rows
  return rows.where(sql<boolean>`audit_log.actor_id in ${ids}`).where(
    sql<boolean>`case
      when event = any(${eventsNamingPeople}::text[]) then audit_log.actor_id = ${actor.userId}
      when event = any(${eventsOfUsers}::text[]) then audit_log.entity_id in (select id::text from ${ids} as seen)
      else true end`,
  )
}
