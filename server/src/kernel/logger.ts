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

/** One JSON line an event, to standard output; fields that carry secrets are cut out wherever they stand. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '******' },
  })
