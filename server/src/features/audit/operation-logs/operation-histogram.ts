import { maxSearchedRows } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import type { Histogram } from '@atrium/contract/kernel/histogram.ts'
import type { Db } from '../../../kernel/db/database.ts'
import {
  countByNumber,
  countFailures,
  countNewest,
  endSeq,
  type LogBuckets,
  type LogCounts,
  logHistogram,
  maxCountedRows,
} from '../../../kernel/db/log-histogram.ts'
import { visibleUserIds } from '../../access/row-scopes/index.ts'
import type { LogFilter, OperationLogsRepository } from './operation-logs.repository.ts'

/** Whether rows are chosen by time and result alone. */
const isWhole = (query: LogFilter) =>
  query.events === undefined &&
  !query.search &&
  !query['f.user'] &&
  !query['f.ip'] &&
  !query['f.trace'] &&
  visibleUserIds(query.actor) === undefined

/** Counts all rows of the log by their numbers, and takes those off that the index of failures holds. */
const countWhole = async (db: Db, buckets: LogBuckets, result: LogFilter['f.result']): Promise<LogCounts> => {
  const failures = new Map((await countFailures(db, buckets)).map((each) => [each.bucket, each]))
  const counted = countByNumber(buckets).map((total, index) => {
    const bucket = index + 1
    const { refused = 0, failed = 0, later = 0 } = failures.get(bucket) ?? {}
    if (result === 'success') return { bucket, success: total - refused - failed - later, refused: 0, failed: 0 }
    return { bucket, success: result === 'failure' ? 0 : total - refused - failed, refused, failed }
  })
  return { counted }
}

/** Counts what the list shows; where it searches its newest rows only, these. */
const countListed = async (db: Db, buckets: LogBuckets, repository: OperationLogsRepository, query: LogFilter) => {
  const { counted, first = 0 } = await countNewest(db, buckets, repository.newest(db, query, maxCountedRows + 1))
  const searched = query.search || query['f.ip'] ? endSeq(buckets) - maxSearchedRows : 0
  return { counted, first: Math.max(first, searched) }
}

/** The rows that the list shows, over time. */
export const operationHistogram = (db: Db, repository: OperationLogsRepository, query: LogFilter): Promise<Histogram> =>
  logHistogram(db, { time: query['f.time'], timeZone: query.timeZone }, (buckets) =>
    isWhole(query) ? countWhole(db, buckets, query['f.result']) : countListed(db, buckets, repository, query),
  )
