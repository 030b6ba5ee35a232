import { Header } from '@atrium/contract/kernel/envelope.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { isTimeZone } from '@atrium/contract/kernel/time-zone.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, type Origin } from '../scope.ts'
import { platformZone } from '../wall-clock.ts'
import type {} from './arrival.ts'
import type { Cookies } from './cookies.ts'
import type { FileConditions } from './file-reply.ts'

/** A request header as text; empty if missing or repeated. */
export const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
const maxKnownZones = 1000
const knownZones = new Map<string, boolean>()
/** Remembered, because every request asks and `Intl` takes its time. */
const isKnownZone = (name: string): boolean => {
  const answer = knownZones.get(name) ?? isTimeZone(name)
  if (knownZones.size < maxKnownZones) knownZones.set(name, answer)
  return answer
}
const toTimeZone = (name: string) => (isKnownZone(name) ? name : platformZone)

/** Throws `invalid` for a time zone that does not exist: a filter by another one would find other rows. */
export const assertTimeZone = (request: FastifyRequest): void => {
  const name = header(request, Header.timeZone)
  if (name === '' || isKnownZone(name)) return
  const msg = t('时区不存在：{name}', { name: name.slice(0, 64) })
  throw new AppError({ code: kernelErrors.invalid.code, msg }, { errors: [{ field: Header.timeZone, msg }] })
}
/** What a request says about the copy of a file that it has, and the part it wants. */
const readConditions = (request: FastifyRequest): FileConditions => ({
  range: header(request, 'range').slice(0, 64),
  ifRange: header(request, 'if-range').slice(0, 100),
  ifNoneMatch: header(request, 'if-none-match').slice(0, 1000),
})
/** Where a request comes from, as its headers and cookies claim. Lengths are capped. */
export const readOrigin = (request: FastifyRequest, cookies: Cookies): Origin => ({
  ip: request.arrival.ip,
  agent: header(request, 'user-agent').slice(0, 300),
  traceId: request.id,
  host: request.hostname.toLowerCase(),
  token: header(request, Header.token),
  client: header(request, Header.client).slice(0, 20),
  expectCompany: header(request, Header.expectCompany).slice(0, 36),
  lastEventId: header(request, 'last-event-id').slice(0, 40),
  conditions: readConditions(request),
  timeZone: toTimeZone(header(request, Header.timeZone)),
  cookies: cookies.read(request),
  dryRun: (request.query as { dryRun?: unknown }).dryRun === '1',
  confirm: header(request, Header.confirm).slice(0, 100),
})
