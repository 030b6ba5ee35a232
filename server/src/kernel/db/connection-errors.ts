// 08 connection, 53300 too many connections, 57P0x shutdown or terminated, 25P03 idle in transaction for too long.
const codes = /^(08|53300|57P0|25P03)|^ECONN|^ETIMEDOUT|^EPIPE/
const pgMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection timeout|Query read timeout|not queryable/i

/** `pg`'s error for a statement without an answer within `query_timeout`; the connection is closed. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** `pg`'s error for a write on a server that takes none, as a primary that has become a standby. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006'

const notConnected = new WeakSet<object>()
/** Remembers that a connection could not be made, whatever the server says of it: it starts, or takes no one in. */
export const noteNotConnected = (error: Error): void => void notConnected.add(error)

/**
 * Whether the database could not be reached, or a connection to it was lost.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (notConnected.has(error)) return true
  return codes.test('code' in error ? String(error.code) : '') || pgMessages.test(error.message)
}

/** Names that do not resolve yet, and hosts that do not answer yet: a machine or network that starts beside this one. */
const notYet = /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/
/** Like `isConnectionError`, also for a host that has no address or no route yet. */
export const isUnreachable = (error: unknown): error is Error =>
  error instanceof Error && (isConnectionError(error) || ('code' in error && notYet.test(String(error.code))))

/** Errors of a database that is away, of which the log says so once. */
const ofOutages = new WeakSet<object>()
/** Remembers that an error is one of many of the same cause, which the log names once. */
export const noteOfOutage = (error: Error): void => void ofOutages.add(error)
/** Whether the log names the cause of an error by itself; of several errors together, of each. */
export const isOfOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOfOutage)
  return ofOutages.has(error) || isOfOutage(error.cause)
}
