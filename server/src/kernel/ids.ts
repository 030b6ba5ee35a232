import { randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** Id of a stored row: time-ordered (UUIDv7), generated here, never by the database. */
export const newId = (): string => v7()
/** A company id is random (UUIDv4): rows are distributed by it. */
export const newCompanyId = (): string => randomUUID()
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether a text from outside can be an id of a row. */
export const isId = (text: string): boolean => uuid.test(text)
/** Token of 256 random bits, 43 characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** W3C trace id, 32 hexadecimal digits; need not be unguessable. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '')
