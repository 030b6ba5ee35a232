import type { AuditActor } from '../audit-actor.ts'
import { newId } from '../ids.ts'
import type { AuditNote, Origin } from '../scope.ts'
import type { Db } from './database.ts'

export type AuditEntry = Omit<AuditNote, 'actor'> & {
  companyId: string
  actor: AuditActor | null
  sessionId: string | null
  origin: Pick<Origin, 'traceId' | 'ip' | 'agent'>
  event: string
  ok: boolean
  code: number
  ms: number
}

/** Only these fields, whatever else the object carries. */
const shownActor = ({ id, name, home }: AuditActor) => ({ id, name, home: home && { id: home.id, name: home.name } })
const jsonb = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/**
 * Writes one audit row in the current transaction. The database sets number, time and hash in the company's chain;
 * the zeros here are placeholders that the trigger replaces.
 */
export const writeAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({
      company_id: entry.companyId,
      seq: 0,
      id: newId(),
      time: new Date(0).toISOString(),
      trace_id: entry.origin.traceId,
      actor: jsonb(entry.actor ? shownActor(entry.actor) : undefined),
      actor_id: entry.actor?.id ?? null,
      session_id: entry.sessionId,
      ip: entry.origin.ip,
      agent: entry.origin.agent,
      event: entry.event,
      entity_id: entry.entityId ?? null,
      entity_name: entry.entityName ?? null,
      before: jsonb(entry.before),
      after: jsonb(entry.after),
      ok: entry.ok,
      code: entry.code,
      ms: entry.ms,
      prev: Buffer.alloc(0),
      hash: Buffer.alloc(0),
    })
    .execute()
}
