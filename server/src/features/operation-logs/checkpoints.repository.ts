import type { Checkpoint } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import type { Compared } from './checkpoint-seal.ts'

/** A chain that has grown since its last checkpoint. */
export type Grown = { company: string; after: number; head: number }

const told = sql<Checkpoint>`company_id as company, after, seq, encode(hash, 'hex') as hash, encode(root, 'hex') as root,
  time, encode(signature, 'hex') as signature`

export const checkpointsRepository = {
  /** The chains that have grown and have no checkpoint of this day (UTC) yet. Platform sight. */
  async due(db: Db): Promise<Grown[]> {
    const { rows } = await sql<Grown>`
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

  /** How far the log of the company at hand has come since its last checkpoint. */
  async grown(db: Db, company: string): Promise<Grown> {
    const { rows } = await sql<Grown>`
      select ${company}::uuid as company,
        coalesce((
          select seq from audit_checkpoints where company_id = ${company} order by after desc limit 1), 0) as after,
        coalesce((select max(seq) from audit_log where company_id = ${company}), 0) as head`.execute(db)
    return rows[0] as Grown
  },

  /** The hashes of rows, in their order. */
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

  /** Of two nodes that go on from the same row the first one’s is kept. Out: whether this one’s was. */
  async keep(db: Db, { company, after, seq, hash, root, time, signature }: Checkpoint): Promise<boolean> {
    const kept = db
      .insertInto('audit_checkpoints')
      .values({
        ...{ company_id: company, after, seq, time },
        hash: Buffer.from(hash, 'hex'),
        root: Buffer.from(root, 'hex'),
        signature: Buffer.from(signature, 'hex'),
      })
      .onConflict((conflict) => conflict.doNothing())
    return (await kept.executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  },

  /** The newest ones of the company at hand, oldest first. */
  async newest(db: Db, company: string, most: number): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select ${told} from audit_checkpoints where company_id = ${company} order by after desc limit ${most}`.execute(db)
    return rows.reverse()
  },
  /** Those of the company at hand in which rows lie. */
  async around(db: Db, company: string, { from, to }: { from: number; to: number }): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select ${told} from audit_checkpoints
      where company_id = ${company} and after < ${to} and seq >= ${from} order by after`.execute(db)
    return rows
  },
  /** The newest one of every company. Platform sight. */
  async newestOfAll(db: Db): Promise<Checkpoint[]> {
    const { rows } = await sql<Checkpoint>`
      select kept.* from companies
      cross join lateral (
        select ${told} from audit_checkpoints where company_id = companies.id order by after desc limit 1
      ) kept order by kept.company`.execute(db)
    return rows
  },
  /** Who has any. Platform sight. */
  async companies(db: Db): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from companies where exists (select from audit_checkpoints where company_id = companies.id)
      order by id`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Checkpoints beside what the log says at their places. */
  async compare(db: Db, checkpoints: readonly Checkpoint[]): Promise<Compared[]> {
    const { rows } = await sql<{ hash: string | null }>`
      select encode(audit_log.hash, 'hex') as hash
      from unnest(${checkpoints.map(({ company }) => company)}::uuid[], ${checkpoints.map(({ seq }) => seq)}::bigint[])
        with ordinality told (company_id, seq, place)
      left join audit_log using (company_id, seq)
      order by place`.execute(db)
    return checkpoints.map((checkpoint, at) => ({ ...checkpoint, found: rows[at]?.hash ?? null }))
  },

  /** What rows of the company at hand were sealed as, newest first. */
  async sealed(db: Db, seqs: readonly number[]) {
    const { rows } = await sql<{ seq: number; text: string; prev: string }>`
      select seq, audit_text(audit_log) as text, encode(prev, 'hex') as prev
      from audit_log where company_id = acting_company() and seq = any(${seqs}::bigint[])
      order by seq desc`.execute(db)
    return rows
  },
}
