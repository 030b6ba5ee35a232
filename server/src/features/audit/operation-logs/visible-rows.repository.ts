import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { visibleUserIds } from '../../access/row-scopes/index.ts'
import type { LogEvents } from './log-events.ts'

/**
 * Rows of the log visible to the caller. With a limited row scope: actions of the caller and of users in it, without
 * events of users outside it; of rows that name several users, only the caller's own.
 */
export const visibleRows = ({ namingPeople, ofUsers }: LogEvents, db: Db, actor: Viewer) => {
  const rows = db.selectFrom('audit_log')
  const ids = visibleUserIds(actor)
  if (!ids) return rows
  return rows.where(sql<boolean>`audit_log.actor_id in ${ids}`).where(
    sql<boolean>`case
      when event = any(${namingPeople}::text[]) then audit_log.actor_id = ${actor.userId}
      when event = any(${ofUsers}::text[]) then audit_log.entity_id in (select id::text from ${ids} as seen)
      else true end`,
  )
}
