import { sql } from 'kysely'
import type { AuditActor } from '../audit-actor.ts'
import { newId } from '../ids.ts'
import type { AuditNote, Origin } from '../scope.ts'
import { markAudited } from './bound-connection.ts'
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

const toRow = (entry: AuditEntry) => ({
  company_id: entry.companyId,
  id: newId(),
  trace_id: entry.origin.traceId,
  actor_id: entry.actor?.id ?? null,
  session_id: entry.sessionId,
  ip: entry.origin.ip,
  agent: entry.origin.agent,
  event: entry.event,
  entity_id: entry.entityId ?? null,
  entity_name: entry.entityName ?? null,
  ok: entry.ok,
  code: entry.code,
  ms: entry.ms,
})

/**
 * Writes one audit row in the current transaction. The database sets number, time and hash in the company's chain;
 * the zeros here are placeholders that the trigger replaces.
 */
export const writeAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  markAudited(db, entry)
  await db
    .insertInto('audit_log')
    .values({
      ...toRow(entry),
      seq: 0,
      time: new Date(0).toISOString(),
      prev: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      actor: jsonb(entry.actor ? shownActor(entry.actor) : undefined),
      before: jsonb(entry.before),
      after: jsonb(entry.after),
    })
    .execute()
}

/** Writes audit rows in their order, in one statement: a batch of a run has hundreds of them. */
export const writeAudits = async (db: Db, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length === 0) return
  for (const entry of entries) markAudited(db, entry)
  const rows = entries.map((entry) => ({
    ...toRow(entry),
    actor: jsonb(entry.actor ? shownActor(entry.actor) : undefined),
    before: jsonb(entry.before),
    after: jsonb(entry.after),
  }))
  // Arrays rather than one JSON text, which takes PostgreSQL three times as long to take apart.
  const all = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name])
  await sql`insert into audit_log (company_id, seq, id, time, trace_id, actor, actor_id, session_id, ip, agent, event,
      entity_id, entity_name, before, after, ok, code, ms, prev, hash)
    select company_id, 0, id, 'epoch'::timestamptz, trace_id, actor, actor_id, session_id, ip, agent, event, entity_id,
      entity_name, before, after, ok, code, ms, ''::bytea, ''::bytea
    from unnest(${all('company_id')}::uuid[], ${all('id')}::uuid[], ${all('trace_id')}::text[], ${all('actor')}::jsonb[],
      ${all('actor_id')}::uuid[], ${all('session_id')}::uuid[], ${all('ip')}::text[], ${all('agent')}::text[],
      ${all('event')}::text[], ${all('entity_id')}::text[], ${all('entity_name')}::text[], ${all('before')}::jsonb[],
      ${all('after')}::jsonb[], ${all('ok')}::boolean[], ${all('code')}::int[], ${all('ms')}::int[])
      with ordinality as entry (company_id, id, trace_id, actor, actor_id, session_id, ip, agent, event, entity_id,
        entity_name, before, after, ok, code, ms, at)
    order by at`.execute(db)
}
