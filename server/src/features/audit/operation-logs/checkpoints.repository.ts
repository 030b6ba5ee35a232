import type { Checkpoint } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { ComparedCheckpoint } from './checkpoint-seal.ts'

/** A chain with rows after its last checkpoint. */
export type ChainGrowth = { company: string; after: number; head: number }

export const checkpointColumns = sql<Checkpoint>`company_id as company, after, seq, encode(hash, 'hex') as hash, encode(root, 'hex') as root,
  time, encode(signature, 'hex') as signature`

export const checkpointsRepository = {
  /** Chains with new rows and without a checkpoint of this day (UTC). Requires platform reach. */
  async due(db: Db): Promise<ChainGrowth[]> {
    const { rows } = await sql<ChainGrowth>`
      select companies.id as company, coalesce(kept.seq, 0) as after, newest.seq as head
      from companies
      cross join lateral (
        select seq from audit_log where company_id = companies.id order by seq desc limit 1
      ) newest
      left join lateral (
        select seq, time from audit_checkpoints where company_id = companies.id order by after desc limit 1
      ) kept on true
      where newest.seq > coalesce(kept.seq, 0)
        and coalesce(kept.time < date_trunc('day', now(), 'UTC'), true)`.execute(db)
    return rows
  },

  /** New rows of a company since its last checkpoint. */
  async measureGrowth(db: Db, company: string): Promise<ChainGrowth> {
    const { rows } = await sql<ChainGrowth>`
      select ${company}::uuid as company,
        coalesce((
          select seq from audit_checkpoints where company_id = ${company} order by after desc limit 1), 0) as after,
        coalesce((select max(seq) from audit_log where company_id = ${company}), 0) as head`.execute(db)
    return rows[0] as ChainGrowth
  },

  /** The hashes of rows in order. */
  async hashes(db: Db, company: string, { after, seq }: { after: number; seq: number }): Promise<Buffer[]> {
    const rows = await db
      .selectFrom('audit_log')
      .where('company_id', '=', company)
      .where('seq', '>', after)
      .where('seq', '<=', seq)
      .orderBy('seq')
      .select('hash')
      .execute()
    return rows.map(({ hash }) => hash)
  },

  /** Returns false if another node stored a checkpoint from the same row first. */
  async insert(db: Db, { company, after, seq, hash, root, time, signature }: Checkpoint): Promise<boolean> {
    const kept = db
      .insertInto('audit_checkpoints')
      .values({
        company_id: company,
        after,
        seq,
        time,
        hash: Buffer.from(hash, 'hex'),
        root: Buffer.from(root, 'hex'),
        signature: Buffer.from(signature, 'hex'),
      })
      .onConflict((conflict) => conflict.doNothing())
    return (await kept.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  },

  /** The newest checkpoints of a company, oldest first. */
  async newest(db: Db, company: string, limit: number): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select ${checkpointColumns} from audit_checkpoints where company_id = ${company} order by after desc limit ${limit}`.execute(
      db,
    )
    return rows.reverse()
  },
  /** The checkpoints of a company that cover these rows. */
  async around(db: Db, company: string, { from, to }: { from: number; to: number }): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select ${checkpointColumns} from audit_checkpoints
      where company_id = ${company} and after < ${to} and seq >= ${from} order by after`.execute(db)
    return rows
  },
  /** The newest checkpoint of every company. Requires platform reach. */
  async newestOfAll(db: Db): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select kept.* from companies
      cross join lateral (
        select ${checkpointColumns} from audit_checkpoints where company_id = companies.id order by after desc limit 1
      ) kept order by kept.company`.execute(db)
    return rows
  },
  /** Companies with checkpoints. Requires platform reach. */
  async companies(db: Db): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from companies where exists (select from audit_checkpoints where company_id = companies.id)
      order by id`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Adds to each checkpoint the hash that the log, or the end of an archived segment, has at its position. */
  async compare(db: Db, checkpoints: readonly Checkpoint[]): Promise<ComparedCheckpoint[]> {
    const { rows } = await sql<Pick<ComparedCheckpoint, 'found' | 'isArchived'>>`
      select encode(coalesce(audit_log.hash, case when segment.last_seq = given.seq then segment.hash end), 'hex') as found,
        coalesce(segment.last_seq >= given.seq, false) as "isArchived"
      from unnest(${checkpoints.map(({ company }) => company)}::uuid[], ${checkpoints.map(({ seq }) => seq)}::bigint[])
        with ordinality given (company_id, seq, place)
      left join audit_log using (company_id, seq)
      left join lateral (
        select last_seq, hash from audit_segments
        where audit_segments.company_id = given.company_id and first_seq <= given.seq order by first_seq desc limit 1
      ) segment on true
      order by place`.execute(db)
    return checkpoints.map((checkpoint, at) => ({
      ...checkpoint,
      found: rows[at]?.found ?? null,
      isArchived: rows[at]?.isArchived === true,
    }))
  },

  /** The hashed texts of the acting company's rows, newest first. */
  async sealedRows(db: Db, seqs: readonly number[]) {
    const { rows } = await sql<{ seq: number; text: string; prev: string }>`
      select seq, audit_text(audit_log) as text, encode(prev, 'hex') as prev
      from audit_log where company_id = acting_company() and seq = any(${seqs}::bigint[])
      order by seq desc`.execute(db)
    return rows
  },
}
