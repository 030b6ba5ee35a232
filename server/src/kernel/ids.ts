import { randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** The id of a stored row: time-ordered, made here, never by the database. */
export const newId = (): string => v7()
/** A company's own id is random: it is the key that rows are spread by. */
export const newCompanyId = (): string => randomUUID()
/** 256 random bits as 43 characters: a token. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** 32 hexadecimal digits, the form of a W3C trace id; nothing hangs on nobody guessing it, and every request has one. */
export const newTraceId = (): string => randomUUID().replaceAll('-', '')
