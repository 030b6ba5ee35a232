import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { checkpointColumns } from './checkpoints.repository.ts'
import type { SealedRow } from './sealed-row.ts'
import type { Segment, SignedSegment } from './segment-seal.ts'

/** A company whose log has rows to archive, and how many. */
type DueLog = { company: string; rows: number }
/** A checkpoint with the times of its first row and its last. */
export type DatedCheckpoint = { checkpoint: Checkpoint; firstTime: string; lastTime: string }
export type StoredSegment = SignedSegment & { archivedAt: string }

const segmentColumns = sql<StoredSegment>`company_id as company, first_seq as first, last_seq as last,
  first_time as "firstTime", last_time as "lastTime", encode(prev, 'hex') as prev, encode(hash, 'hex') as hash, sha256, size,
  encode(signature, 'hex') as signature, archived_at as "archivedAt"`

/** What the log says of rows that were archived. */
export const archivedEvent = 'operationLog.archived'

/** The beginning of a month, so many months ago. */
const monthsAgo = (months: number) =>
  sql`(date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months}::int)) at time zone 'UTC'`

export const segmentsRepository = {
  /**
   * Companies with whole checkpoints of rows that are all older than so many months. What archiving itself has written waits
   * for other rows, or the log of a company without any would go on for ever. Requires platform reach.
   */
  async listDue(db: Db, months: number): Promise<DueLog[]> {
    const { rows } = await sql<DueLog>`
      select companies.id as company, due.seq - coalesce(archived.seq, 0) as rows
      from companies
      left join lateral (
        select last_seq as seq from audit_segments where company_id = companies.id order by first_seq desc limit 1
      ) archived on true
      cross join lateral (
        select max(audit_checkpoints.seq) as seq from audit_checkpoints join audit_log using (company_id, seq)
        where company_id = companies.id and audit_log.time < ${monthsAgo(months)}
      ) due
      where due.seq > coalesce(archived.seq, 0) and exists (select from audit_log
        where company_id = companies.id and audit_log.seq > coalesce(archived.seq, 0) and audit_log.seq <= due.seq
          and event <> ${archivedEvent})
      order by companies.id`.execute(db)
    return rows
  },

  /** The oldest checkpoints of a company whose rows are all older than so many months, and in no segment yet. */
  async listCheckpoints(db: Db, company: string, { months, most }: { months: number; most: number }) {
    const { rows } = await sql<Checkpoint & { firstTime: string; lastTime: string }>`
      select kept.*, oldest.time as "firstTime", newest.time as "lastTime"
      from (
        select ${checkpointColumns} from audit_checkpoints
        where company_id = ${company} and after >= coalesce((
          select last_seq from audit_segments where company_id = ${company} order by first_seq desc limit 1), 0)
        order by after limit ${most}
      ) kept
      join audit_log oldest on oldest.company_id = kept.company and oldest.seq = kept.after + 1
      join audit_log newest on newest.company_id = kept.company and newest.seq = kept.seq
      where newest.time < ${monthsAgo(months)}
      order by kept.after`.execute(db)
    return rows.map(({ firstTime, lastTime, ...checkpoint }): DatedCheckpoint => ({ checkpoint, firstTime, lastTime }))
  },

  /** The hash of the row that a segment follows; empty for the first. */
  async findEnd(db: Db, company: string): Promise<string> {
    const { rows } = await sql<{ hash: string }>`
      select encode(hash, 'hex') as hash from audit_segments where company_id = ${company}
      order by first_seq desc limit 1`.execute(db)
    return rows[0]?.hash ?? ''
  },

  /** The next rows of a company after one, as they are hashed. */
  async listRows(db: Db, company: string, { after, last, most }: { after: number; last: number; most: number }) {
    const { rows } = await sql<SealedRow>`
      select seq, audit_text(audit_log) as text, encode(prev, 'hex') as prev from audit_log
      where company_id = ${company} and seq > ${after} and seq <= ${last} order by seq limit ${most}`.execute(db)
    return rows
  },

  /** Returns false if another run was first. */
  async add(db: Db, { signature, ...segment }: SignedSegment): Promise<boolean> {
    const { company, first, last, firstTime, lastTime, prev, hash, sha256, size } = segment
    const { rows } = await sql<{ added: boolean }>`
      select add_audit_segment(row(${company}::uuid, ${first}::bigint, ${last}::bigint, ${firstTime}::timestamptz,
        ${lastTime}::timestamptz, decode(${prev}, 'hex'), decode(${hash}, 'hex'), ${sha256}::text, ${size}::bigint, now(),
        decode(${signature}, 'hex'))::audit_segments) as added`.execute(db)
    return rows[0]?.added === true
  },

  /** Segments some of whose rows are still in the log. Requires platform reach. */
  async listUndeleted(db: Db): Promise<StoredSegment[]> {
    const { rows } = await sql<StoredSegment>`
      select ${segmentColumns} from audit_segments
      where exists (select from audit_log where audit_log.company_id = audit_segments.company_id
        and seq between first_seq and last_seq)
      order by company_id, first_seq`.execute(db)
    return rows
  },

  /**
   * Deletes rows that a segment holds.
   * @returns how many; fewer than asked for at the end
   */
  async deleteRows(db: Db, { company, first, sha256 }: Segment, most: number): Promise<number> {
    const { rows } = await sql<{ deleted: number }>`
      select delete_archived_rows(${company}::uuid, ${first}::bigint, ${sha256}, ${most}::int) as deleted`.execute(db)
    return rows[0]?.deleted ?? 0
  },

  /** The segments of a company, oldest first. */
  async list(db: Db, company: string): Promise<StoredSegment[]> {
    const { rows } = await sql<StoredSegment>`
      select ${segmentColumns} from audit_segments where company_id = ${company} order by first_seq`.execute(db)
    return rows
  },
  async find(db: Db, company: string, first: number): Promise<StoredSegment | undefined> {
    const { rows } = await sql<StoredSegment>`
      select ${segmentColumns} from audit_segments where company_id = ${company} and first_seq = ${first}`.execute(db)
    return rows[0]
  },
  /** All segments, those of a company after one another, oldest first. Requires platform reach. */
  async listAll(db: Db): Promise<StoredSegment[]> {
    const { rows } = await sql<StoredSegment>`
      select ${segmentColumns} from audit_segments order by company_id, first_seq`.execute(db)
    return rows
  },

  /** Those of these companies that are gone. Requires platform reach. */
  async listErased(db: Db, companies: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${companies}::uuid[]) as asked (id)
      where not exists (select from companies where companies.id = asked.id)`.execute(db)
    return rows.map(({ id }) => id)
  },
}
