import { newToken } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../kernel/secrets.ts'

const idBytes = 16
const bodyBytes = 32
const sealBytes = 16
export type TokenKind = 'access' | 'refresh'

const toPurpose = (kind: TokenKind) => `token.${kind}`

/**
 * A token is its session's id, 256 secret bits, and a seal that only the server can make. The seal tells a replayed
 * token (a copy exists) from an invented one.
 */
const assemble = (secrets: Secrets, kind: TokenKind, id: Buffer, body: Buffer): string => {
  const content = Buffer.concat([id, body])
  const seal = secrets.sign(toPurpose(kind), content.toString('base64')).subarray(0, sealBytes)
  return Buffer.concat([content, seal]).toString('base64url')
}

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const toUuid = (bytes: Buffer) => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')

/** The first token of a session, from fresh randomness. */
export const firstToken = (secrets: Secrets, kind: TokenKind, sessionId: string): string =>
  assemble(secrets, kind, toBytes(sessionId), Buffer.from(newToken(), 'base64url'))

/** The token that follows a refresh token. Parallel refreshes derive the same one. */
export const nextToken = (secrets: Secrets, kind: TokenKind, sessionId: string, refreshToken: string): string =>
  assemble(secrets, kind, toBytes(sessionId), secrets.sign(`successor.${kind}`, refreshToken))

/** The session a token names; undefined if the seal does not verify. */
export const sessionOfToken = (secrets: Secrets, kind: TokenKind, token: string): string | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + bodyBytes + sealBytes) return undefined
  const id = bytes.subarray(0, idBytes)
  const content = bytes.subarray(0, -sealBytes)
  const isGenuine = secrets.isSigned(toPurpose(kind), content.toString('base64'), bytes.subarray(-sealBytes))
  return isGenuine ? toUuid(id) : undefined
}
