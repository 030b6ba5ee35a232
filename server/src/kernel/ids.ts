import { randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** Id of a stored row: time-ordered (UUIDv7), generated here, never by the database. */
export const newId = (): string => v7()
/** A company id is random (UUIDv4): rows are distributed by it. */
export const newCompanyId = (): string => randomUUID()
/** Token of 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** W3C trace id, 32 hexadecimal digits; need not be unguessable. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '')
