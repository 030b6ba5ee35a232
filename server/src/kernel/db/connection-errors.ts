// 08 connection, 53300 too many connections, 57P0x shutdown or terminated, 25P03 idle in transaction for too long.
const codes = /^(08|53300|57P0|25P03)|^ECONN|^ETIMEDOUT|^EPIPE/
const pgMessages =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|Query read timeout|not queryable/i

/** `pg`'s error for a statement without an answer within `query_timeout`; the connection is closed. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/**
 * Whether the database could not be reached, or a connection to it was lost.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  return codes.test('code' in error ? String(error.code) : '') || pgMessages.test(error.message)
}
