import type { Database } from './db/database.ts'

/** A backup that was made, or a proof of one. */
export type BackupRecord = {
  kind: 'backup' | 'proof'
  /** The backup's name, and where it lies. */
  name: string
  place: string
  beganAt: string
  endedAt: string
  /** What was wrong; null: it succeeded. */
  problem: string | null
  details: Record<string, number>
}

/** How many seconds ago the newest success of each kind ended; none for a kind that never succeeded. */
export const readBackupAges = async (
  database: Database,
): Promise<{ kind: BackupRecord['kind']; seconds: number }[]> => {
  const { rows } = await database.statement({
    text: `select kind, greatest(0, extract(epoch from now() - max(ended_at)))::float8 as seconds
      from backup_records where problem is null group by kind`,
    values: [],
  })
  return rows
}

/** The newest backup and the newest proof; neither if none was made. */
export const readLastBackups = async (database: Database): Promise<BackupRecord[]> => {
  const { rows } = await database.statement({
    text: `select distinct on (kind) kind, name, place, began_at as "beganAt", ended_at as "endedAt", problem, details
      from backup_records order by kind, ended_at desc`,
    values: [],
  })
  return rows
}
