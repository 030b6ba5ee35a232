import { Code } from '@atrium/contract/kernel/envelope.ts'
import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import { type Expression, sql } from 'kysely'
import { type Buckets, type Counted, divideTime, emptyHistogram, toHistogram, withinLog } from '../histogram.ts'
import type { Span } from '../zoned-time.ts'
import type { Db } from './database.ts'
import { timeRangeSpan } from './time-range.ts'

/**
 * Rows of the audit log that a histogram looks at where no index can count them: the newest ones that the filter's own
 * indexes find. They are fetched one by one; of a narrow row scope, thirty are looked at for each that is counted.
 */
export const maxCountedRows = 30_000

const failed = sql<boolean>`code between 500 and 599`
/** A requested second step is neither success nor failure, and counted with what went well. */
const refused = sql<boolean>`not ok and code not between 500 and 599 and code <> ${sql.lit(Code.moreInput)}`
const counts = sql`count(*) filter (where ok or code = ${sql.lit(Code.moreInput)}) as success,
  count(*) filter (where ${refused}) as refused, count(*) filter (where not ok and ${failed}) as failed`

/** Buckets of the acting company's log: `seqs` are the numbers of their first rows, and one past the last. */
export type LogBuckets = Buckets & { seqs: readonly number[] }
/** What was counted; `first`: the number from which on rows were, if earlier ones were not. */
export type LogCounts = { counted: readonly Counted[]; first?: number | undefined }

/** The times of the first and the last row. */
const readSpan = async (db: Db): Promise<Span | undefined> => {
  const end = (direction: 'asc' | 'desc') =>
    db.selectFrom('audit_log').select('time').orderBy('seq', direction).limit(1).executeTakeFirst()
  const [oldest, newest] = [await end('asc'), await end('desc')]
  return oldest && newest && { from: new Date(oldest.time).getTime(), before: new Date(newest.time).getTime() }
}
const findSeqs = async (db: Db, times: readonly number[]): Promise<number[]> => {
  const moments = times.map((time) => new Date(time).toISOString())
  const { rows } = await sql<{ seq: number }>`select audit_seq_at(moment) as seq
    from unnest(${moments}::timestamptz[]) with ordinality as edges (moment, at) order by at`.execute(db)
  return rows.map(({ seq }) => seq)
}
/** The number that a row of the first bucket has at least. */
const firstSeq = ({ seqs }: LogBuckets): number => seqs[0] ?? 0
/** One past the number of the last row. */
export const endSeq = ({ seqs }: LogBuckets): number => seqs.at(-1) ?? 0
const startSeqs = ({ seqs }: LogBuckets) => sql`${seqs.slice(0, -1)}::bigint[]`

/** Number of rows in each bucket: the log's numbers have no gap. */
export const countByNumber = ({ seqs }: LogBuckets): number[] =>
  seqs.slice(0, -1).map((seq, index) => (seqs[index + 1] ?? seq) - seq)

/**
 * Counts rows of the newest ones.
 * @param newest - selects `seq`, `ok`, `code` and what `hit` reads of at most one row more than `maxCountedRows`
 * @param hit - which of them are counted
 */
export const countNewest = async (
  db: Db,
  buckets: LogBuckets,
  newest: Expression<unknown>,
  hit = sql<boolean>`true`,
): Promise<LogCounts> => {
  const { rows } = await sql<Counted & { looked: number; first: number }>`
    with newest as materialized (select * from ${newest} as newest),
      hits as (select width_bucket(seq, ${startSeqs(buckets)}) as bucket, ok, code from newest where ${hit})
    select bucket, ${counts}, (select count(*) from newest) as looked, (select min(seq) from newest) as first
    from hits group by bucket
    union all select 0, 0, 0, 0, count(*), min(seq) from newest`.execute(db)
  const [{ looked = 0, first } = {}] = rows
  return { counted: rows, first: looked > maxCountedRows ? first : undefined }
}

/**
 * Counts all rows, bucket by bucket, by an index that holds them.
 * @param rows - within the numbers `bounds.low` and `bounds.high`
 */
export const countEach = async (db: Db, { seqs }: LogBuckets, rows: Expression<unknown>): Promise<LogCounts> => {
  const found = await sql<Counted>`select bounds.bucket, each.success, each.refused, each.failed
    from unnest(${seqs.slice(0, -1)}::bigint[], ${seqs.slice(1)}::bigint[]) with ordinality as bounds (low, high, bucket)
    cross join lateral (select ${counts} from ${rows} as found) as each`.execute(db)
  return { counted: found.rows }
}

/** What was not a success, by bucket, from the index of refusals and failures. `later`: asked for a second step. */
export const countFailures = async (db: Db, buckets: LogBuckets) => {
  const { rows } = await sql<Counted & { later: number }>`
    select width_bucket(seq, ${startSeqs(buckets)}) as bucket, ${counts},
      count(*) filter (where code = ${sql.lit(Code.moreInput)}) as later
    from audit_log where not ok and seq >= ${firstSeq(buckets)} and seq < ${endSeq(buckets)} group by 1`.execute(db)
  return rows
}

const timeOf = async (db: Db, seq: number): Promise<string | null> => {
  const row = await db
    .selectFrom('audit_log')
    .select('time')
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row ? new Date(row.time).toISOString() : null
}

/**
 * The histogram of rows of the acting company's audit log.
 * @param range - the filter of time, and the zone in which it is meant and days begin
 * @param count - counts the rows of these buckets
 */
export const logHistogram = async (
  db: Db,
  { time, timeZone }: { time: string | undefined; timeZone: string },
  count: (buckets: LogBuckets) => Promise<LogCounts>,
): Promise<Histogram> => {
  const log = await readSpan(db)
  const span = log && withinLog(log, time === undefined ? undefined : timeRangeSpan(time, timeZone))
  if (!span) return emptyHistogram
  const buckets = divideTime(span, timeZone)
  const seqs = await findSeqs(db, [...buckets.starts, buckets.before])
  const { counted, first } = await count({ ...buckets, seqs })
  const since = first !== undefined && first > (seqs[0] ?? 0) ? await timeOf(db, first) : null
  return toHistogram(buckets, counted, since)
}
