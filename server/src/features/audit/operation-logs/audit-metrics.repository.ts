import type { Database } from '../../../kernel/db/database.ts'
import type { MetricSource } from '../../../kernel/metrics.ts'

export type AuditState = {
  /** Rows of the audit log of all companies. */
  rows: number
  /** Of these, rows that lie in archived segments. */
  archivedRows: number
  /** When the operator's newest checkpoint was signed; null: never. */
  checkpointAt: string | null
  /** How long the operator's oldest row without a checkpoint has waited; 0 if there is none. */
  unsealedSeconds: number
}

/** Reads how far the chains have come, and the operator's checkpoints. Takes the operator's company. */
export const readAuditState = async (database: Database, platformCompany: string): Promise<AuditState> => {
  const { rows } = await database.statement({
    text: `with newest as (
        select seq, time from audit_checkpoints where company_id = $1 order by after desc limit 1)
      select audit_height() as rows,
        (select coalesce(sum(last_seq - first_seq + 1), 0)::bigint from audit_segments) as "archivedRows",
        (select time from newest) as "checkpointAt",
        coalesce((select greatest(0, extract(epoch from now() - time)) from audit_log
          where company_id = $1 and seq = coalesce((select seq from newest), 0) + 1), 0)::float8 as "unsealedSeconds"`,
    values: [platformCompany],
  })
  return rows[0]
}

/** The height of the audit log and the age of what is not sealed. */
export const auditMetrics = ({
  database,
  platformCompany,
}: {
  database: Database
  platformCompany: string
}): MetricSource => ({
  names: ['atrium_audit_rows', 'atrium_audit_archived_rows', 'atrium_audit_checkpoint_age_seconds'],
  isShared: true,
  async read() {
    const { rows, archivedRows, unsealedSeconds } = await readAuditState(database, platformCompany)
    return {
      atrium_audit_rows: rows,
      atrium_audit_archived_rows: archivedRows,
      atrium_audit_checkpoint_age_seconds: unsealedSeconds,
    }
  },
})
