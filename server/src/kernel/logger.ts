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

/** An error without PostgreSQL's row details, which may hold contacts and hashes. */
export const loggedError = (error: Error) => {
  const { detail: _, where: __, internalQuery: ___, ...shown } = pino.stdSerializers.err(error)
  return shown
}

/** Logs one JSON line per event of a node to standard output; secret fields are redacted. */
export const createLogger = (level: string, node = ''): Logger =>
  pino({
    level,
    base: node === '' ? null : { node },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '******' },
  })
