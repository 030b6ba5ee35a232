import type { GateStep } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Work } from '../../../kernel/feature.ts'
import { newId } from '../../../kernel/ids.ts'
import { maskedContacts } from '../../../kernel/masked.ts'
import { writeEvery } from '../../../kernel/write-every.ts'
import { toSlot } from '../open-apis/index.ts'
import {
  type CallLog,
  type CallSpread,
  type CallSum,
  callRecordsRepository as repository,
} from './call-records.repository.ts'

/** What is known of a call of an application when it is over. */
export type CallRecord = {
  companyId: string
  appId: string
  apiId: string | undefined
  secretId: string | undefined
  method: string
  path: string
  ip: string
  agent: string
  status: number
  code: number
  /** Where the gate refused it, and what was wrong there. */
  refused: { step: GateStep; detail: string; canonical: string } | undefined
  ms: number
  requestBytes: number
  replyBytes: number
  traceId: string
  /** Made from the console, with nothing kept. */
  trial: boolean
}
export type CallRecords = Work & { add(record: CallRecord): void }

const writeIntervalMs = 1000
/**
 * Every refused and every failed call is logged, and every trial. Of answered ones the first of each hour, so that few
 * calls are all found, and a sample of the others.
 */
const [firstOfHour, sampled] = [20, 100]
/** Logged rows of a node between two writes, in all and of one application: a flood must not become one of rows. */
const maxLogs = 2000
const maxLogsPerApp = 300
const [maxPath, maxCanonical, maxAgent] = [300, 4000, 200]
const none = '00000000-0000-0000-0000-000000000000'
const hourMs = 3_600_000

/** Lines whose digits may look like a phone number and are none. */
const digits = /^"(content-digest|@signature-params)"/
/** @param canonical the six lines of the product's own scheme, or a signature base */
const maskedCanonical = (canonical: string): string => {
  if (canonical.startsWith('"'))
    return canonical
      .split('\n')
      .map((line) => (digits.test(line) ? line : maskedContacts(line)))
      .join('\n')
  // Of the other lines, the hash, the time and the nonce have such digits.
  const [method = '', path = '', query = '', ...signed] = canonical.split('\n')
  return canonical === '' ? '' : [method, maskedContacts(path), maskedContacts(query), ...signed].join('\n')
}
const toLog = ({ apiId, secretId, refused, ...call }: CallRecord): CallLog => ({
  ...call,
  id: newId(),
  apiId: apiId ?? null,
  secretId: secretId ?? null,
  time: new Date().toISOString(),
  path: maskedContacts(call.path.slice(0, maxPath)),
  agent: call.agent.slice(0, maxAgent),
  ms: Math.round(call.ms),
  step: refused?.step ?? '',
  detail: refused?.detail ?? '',
  canonical: maskedCanonical(refused?.canonical ?? '').slice(0, maxCanonical),
})
const add = (sum: CallSum, other: CallSum) => {
  sum.calls += other.calls
  sum.errors += other.errors
  sum.refusals += other.refusals
  sum.ms += other.ms
}
const toSum = ({ companyId, appId, apiId, secretId, status, refused, ms }: CallRecord): CallSum => ({
  companyId,
  appId,
  apiId: apiId ?? none,
  secretId: secretId ?? none,
  hour: Math.floor(Date.now() / hourMs),
  calls: 1,
  errors: !refused && status >= 400 ? 1 : 0,
  refusals: refused ? 1 : 0,
  ms: Math.round(ms),
})
const toKey = ({ companyId, appId, apiId, secretId, hour }: CallSum) =>
  `${companyId} ${appId} ${apiId} ${secretId} ${hour}`
const toSpread = ({ companyId, appId, apiId, hour }: CallSum, { refused, ms }: CallRecord): CallSpread => ({
  companyId,
  appId,
  apiId,
  hour,
  calls: 1,
  step: refused?.step ?? '',
  slot: refused ? 0 : toSlot(ms),
})
const toSpreadKey = ({ appId, apiId, hour, step, slot }: CallSpread) => `${appId} ${apiId} ${hour} ${step} ${slot}`

/**
 * Counts every call in memory, and logs refusals, failures and a sample of the others; both are written once a second. A
 * node that crashes loses its last second.
 */
export const createCallRecords = (database: Database): CallRecords => {
  let sums = new Map<string, CallSum>()
  let spreads = new Map<string, CallSpread>()
  let logs: CallLog[] = []
  /** Answered calls of each application in the present hour. */
  const answered = new Map<string, number>()
  let hour = 0
  let logsOf = new Map<string, number>()

  const count = (sum: CallSum) => {
    const key = toKey(sum)
    const known = sums.get(key)
    if (known) add(known, sum)
    else sums.set(key, sum)
  }
  const countSpread = (spread: CallSpread) => {
    const key = toSpreadKey(spread)
    const known = spreads.get(key)
    if (known) known.calls += spread.calls
    else spreads.set(key, spread)
  }
  const isSample = (appId: string): boolean => {
    const now = Math.floor(Date.now() / hourMs)
    if (now !== hour) answered.clear()
    hour = now
    const many = (answered.get(appId) ?? 0) + 1
    answered.set(appId, many)
    return many <= firstOfHour || Math.random() * sampled < 1
  }
  const log = (record: CallRecord) => {
    const many = logsOf.get(record.appId) ?? 0
    if (logs.length >= maxLogs || many >= maxLogsPerApp) return
    logsOf.set(record.appId, many + 1)
    logs.push(toLog(record))
  }
  const write = async () => {
    const [counted, spread, logged] = [[...sums.values()], [...spreads.values()], logs]
    sums = new Map()
    spreads = new Map()
    logs = []
    logsOf = new Map()
    if (counted.length === 0 && logged.length === 0) return
    const used = [...new Set(counted.map(({ secretId }) => secretId))].filter((id) => id !== none)
    try {
      await database.transact({ reach: 'platform' }, async (db) => {
        if (counted.length > 0) await repository.addSums(db, counted)
        if (spread.length > 0) await repository.addSpreads(db, spread)
        if (used.length > 0) await repository.touchSecrets(db, used)
        if (logged.length > 0) await repository.addLogs(db, logged)
      })
    } catch (error) {
      for (const sum of counted) count(sum)
      for (const each of spread) countSpread(each)
      throw error
    }
  }
  return {
    add(record) {
      const sum = toSum(record)
      countSpread(toSpread(sum, record))
      count(sum)
      if (record.trial || record.refused || record.status >= 400 || isSample(record.appId)) log(record)
    },
    start: (onError) => writeEvery(writeIntervalMs, write, onError),
  }
}
