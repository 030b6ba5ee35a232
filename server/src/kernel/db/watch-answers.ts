import pg from 'pg'
import { isUnanswered, isUnreachable, noteNotConnected, noteOfOutage } from './connection-errors.ts'

/** What a process should say of its database; each is one line of its log, however many calls it met. */
export type DatabaseEvents = {
  /** Some statements or connections failed, while others were answered. */
  onLost(lost: { err: Error; failures: number }): void
  /** Nothing has been answered for a second. */
  onAway(err: Error): void
  /** The first answer afterwards. */
  onBack(away: { seconds: number; failures: number }): void
  /** A statement took long; its text holds no values of parameters. */
  onSlow(slow: { statement: string; ms: number }): void
}

/** So long the database may give no answer before it counts as away; single connections are lost more often. */
const graceMs = 1000
/** What takes longer is reported. */
const slowMs = 500

export type AnswerCounts = { lost: number; unanswered: number; slow: number }
export type Answers = {
  /** Sends a statement and watches its answer. Takes the connection, whose statements are answered in their order. */
  send<T>(connection: object, statement: string, send: () => Promise<T>): Promise<T>
  /** Watches an attempt to connect. */
  connect<T>(connecting: () => Promise<T>): Promise<T>
  /** Takes note of a connection that broke. */
  failed(error: Error): void
  /** Whether the database answered when it was last asked. */
  isAway(): boolean
  counts(): AnswerCounts
  stop(): void
}

type Trouble = { since: number; failures: number; err: Error; isAway: boolean }

/**
 * Watches whether a database answers. What fails as it does not is counted and reported as one change of state, and its errors
 * are marked, so that the log repeats none of them. Takes what hears of it, and a question that any database answers.
 */
export const watchAnswers = (
  { onLost, onAway, onBack, onSlow }: Partial<DatabaseEvents>,
  ask: () => Promise<unknown>,
): Answers => {
  const counts: AnswerCounts = { lost: 0, unanswered: 0, slow: 0 }
  /** Failures that are not reported yet, or since the database is away. */
  let trouble: Trouble | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let answeredAt = 0
  /** When it was back the last time. */
  let backAt = 0
  const answeredOn = new WeakMap<object, number>()

  const judgeSoon = () => {
    // What it reports is logged alone, and must not end the process.
    timer = setTimeout(() => void judge().catch(() => undefined), graceMs)
    timer.unref()
  }
  const hasAnsweredSince = ({ since }: Trouble) => answeredAt >= since
  const judge = async () => {
    const judged = trouble
    // A process with nothing else to do learns by its own question that the database is back.
    if (judged && !hasAnsweredSince(judged)) await ask().catch(() => undefined)
    timer = undefined
    if (isStopped || !trouble) return
    if (trouble !== judged) judgeSoon()
    else if (hasAnsweredSince(judged)) {
      trouble = undefined
      onLost?.({ err: judged.err, failures: judged.failures })
    } else {
      if (!judged.isAway) onAway?.(judged.err)
      judged.isAway = true
      judgeSoon()
    }
  }
  const answered = () => {
    answeredAt = performance.now()
    if (!trouble?.isAway) return
    const { since, failures } = trouble
    trouble = undefined
    backAt = answeredAt
    onBack?.({ seconds: Math.round((answeredAt - since) / 100) / 10, failures })
  }
  /** Takes when it was asked. */
  const failed = (err: Error, askedAt = performance.now()) => {
    noteOfOutage(err)
    counts.lost += 1
    if (isUnanswered(err)) counts.unanswered += 1
    // It was asked while the database was away, and only now gives up.
    if (askedAt < backAt) return
    trouble ??= { since: performance.now(), failures: 0, err, isAway: false }
    trouble.failures += 1
    if (!timer && !isStopped) judgeSoon()
  }
  const watch = async <T>(asking: () => Promise<T>): Promise<T> => {
    const askedAt = performance.now()
    try {
      const answer = await asking()
      answered()
      return answer
    } catch (error) {
      if (isUnreachable(error)) failed(error, askedAt)
      else if (error instanceof pg.DatabaseError) answered()
      throw error
    }
  }
  return {
    async connect(connecting) {
      const askedAt = performance.now()
      try {
        const connection = await connecting()
        answered()
        return connection
      } catch (error) {
        // A server that refuses connections does not serve, whatever it says.
        noteNotConnected(error as Error)
        failed(error as Error, askedAt)
        throw error
      }
    },
    async send(connection, statement, send) {
      const sentAt = performance.now()
      try {
        return await watch(send)
      } finally {
        const now = performance.now()
        // Statements that were sent together wait for those before them.
        const ms = now - Math.max(sentAt, answeredOn.get(connection) ?? 0)
        answeredOn.set(connection, now)
        if (ms >= slowMs) {
          counts.slow += 1
          onSlow?.({ statement, ms: Math.round(ms) })
        }
      }
    },
    failed: (error) => failed(error),
    isAway: () => trouble?.isAway === true,
    counts: () => ({ ...counts }),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
