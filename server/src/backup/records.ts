import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import { newId, newTraceId } from '../kernel/ids.ts'
import type { Manifest } from './manifest.ts'

type Note = { event: string; entityName: string; after?: object; ms?: number }

/** Writes an audit row of the system into the operator's company, with the owner's connection. */
const audit = (client: OwnerConnection, { event, entityName, after, ms = 0 }: Note) =>
  client.query(
    `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, entity_name, after, ok, code, ms,
       prev, hash)
     select id, 0, $1, now(), $2, '', '', $3, $4, $5, true, 0, $6, '', '' from companies where platform`,
    [newId(), newTraceId(), event, entityName, after && JSON.stringify(after), ms],
  )

/** Makes a restored database a copy of its own, which works at nothing until it is woken. */
export const recordRestored = async (
  client: OwnerConnection,
  { name, takenAt, mark: restoredMark, version }: Manifest,
  { mark, ms }: { mark: string; ms: number },
): Promise<void> => {
  await client.query(
    `update installation set mark = $1, quiet_since = now(), restored_from = $2, backup_taken_at = $3, restored_mark = $4`,
    [mark, name, takenAt, restoredMark],
  )
  await audit(client, { event: 'installation.restored', entityName: name, after: { takenAt, version }, ms })
}

type Attempt = { kind: 'backup' | 'proof'; name: string; place: string; beganAt: Date; details: object }
const events = { backup: 'installation.backedUp', proof: 'installation.proved' } as const

/** Remembers a backup or proof that succeeded. */
export const recordDone = async (client: OwnerConnection, { kind, name, place, beganAt, details }: Attempt) => {
  await client.query('begin')
  await client.query('insert into backup_records (kind, name, place, began_at, details) values ($1, $2, $3, $4, $5)', [
    kind,
    name,
    place,
    beganAt,
    details,
  ])
  const ms = Date.now() - beganAt.getTime()
  await audit(client, { event: events[kind], entityName: name, after: { place, ...details }, ms })
  await client.query('commit')
}

/** Remembers one that failed. Takes what was wrong. */
export const recordFailed = (
  client: OwnerConnection,
  { kind, name, place, beganAt, details }: Attempt,
  problem: string,
) =>
  client.query(
    'insert into backup_records (kind, name, place, began_at, details, problem) values ($1, $2, $3, $4, $5, $6)',
    [kind, name, place, beganAt, details, problem],
  )

/** Ends the quiet of a restored copy. */
export const recordWoken = async (client: OwnerConnection, backup: string): Promise<void> => {
  await client.query('begin')
  await client.query('update installation set quiet_since = null')
  await audit(client, { event: 'installation.woken', entityName: backup })
  await client.query('commit')
}
