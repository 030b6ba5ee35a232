import pino, { type Logger } from 'pino'
import { currentContext } from './call-context.ts'
import { isOfOutage } from './db/connection-errors.ts'

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

const debug = pino.levels.values.debug ?? 0

/** What a line says of the work that wrote it. */
const describeWork = () => {
  const { traceId, endpoint, job, company } = currentContext() ?? {}
  return { traceId, endpoint, job, company }
}
const errorIn = (line: unknown) => (typeof line === 'object' && line !== null && 'err' in line ? line.err : undefined)

/**
 * Logs one JSON line per event of a node to standard output; secret fields are redacted. Errors of a database that is away
 * are lines of `debug` alone: the change of its state is one line.
 */
export const createLogger = (level: string, node = '', destination?: pino.DestinationStream): Logger => {
  const options: pino.LoggerOptions = {
    level,
    base: node === '' ? null : { node },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: describeWork,
    serializers: { err: loggedError },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '******' },
    hooks: {
      logMethod(args, method, number) {
        if (number > debug && isOfOutage(errorIn(args[0]))) this.debug(...args)
        else method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
