import pino, { type Logger } from 'pino'

export type { Logger }

const secretFields = [
  'token',
  'tempToken',
  'refreshToken',
  'aesKey',
  'password',
  'newPassword',
  'cipher',
  'captcha',
  'secret',
]

/** An error as it is logged: without what PostgreSQL tells of the row, which may hold contacts and hashes. */
export const loggedError = (error: Error) => {
  const { detail: _, where: __, internalQuery: ___, ...shown } = pino.stdSerializers.err(error)
  return shown
}

/** One JSON line an event, to standard output; fields that carry secrets are cut out wherever they stand. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '******' },
  })
