import { setTimeout as sleep } from 'node:timers/promises'
import { isUnreachable } from './kernel/db/connection-errors.ts'
import { joinTold, tell } from './kernel/texts/operator-language.ts'

/** How a start waits for a database that is not there yet. */
export type Patience = {
  /** Ends the wait. */
  signal: AbortSignal
  /** Receives a message for the operator, at once and every few seconds. */
  onWait(message: string): void
  /** Longest wait, by default five minutes: a database that recovers from a crash may need them. */
  mostMs?: number
  /** Between two attempts. */
  pauseMs?: number
}

const defaultMostMs = 300_000
const defaultPauseMs = 3000

/** Several addresses of one host fail as one error without a message. */
const describeError = (error: Error): string =>
  error.message ||
  (error instanceof AggregateError
    ? joinTold(
        error.errors.map(({ message }) => message),
        '；',
      )
    : error.name)

/**
 * Repeats an attempt while the database cannot be reached.
 * @returns its result
 * @throws the attempt's other errors at once, the last one at the end, and the reason of the signal
 */
export const waitForDatabase = async <T>(attempt: () => Promise<T>, patience: Patience): Promise<T> => {
  const { signal, onWait, mostMs = defaultMostMs, pauseMs = defaultPauseMs } = patience
  for (const startedAt = performance.now(); ; ) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      const waited = Math.round((performance.now() - startedAt) / 1000)
      if (performance.now() - startedAt >= mostMs)
        throw new Error(tell('等了 {waited} 秒，{error}', { waited, error: describeError(error) }))
      onWait(
        tell('还连接不上数据库，{pause} 秒后再试（已等 {waited} 秒）：{error}', {
          pause: pauseMs / 1000,
          waited,
          error: describeError(error),
        }),
      )
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
