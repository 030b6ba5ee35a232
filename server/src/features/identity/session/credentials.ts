import { randomBytes } from 'node:crypto'
import { newId } from '../../../kernel/ids.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import type { Lifetimes } from './session.repository.ts'
import { firstToken, nextToken } from './token.ts'

type Tokens = { token: string; refreshToken: string; aesKey: string }

/** Id and first tokens of a new session, and the hashes that are stored. */
export const newCredentials = (secrets: Secrets) => {
  const id = newId()
  const [token, refreshToken] = [firstToken(secrets, 'access', id), firstToken(secrets, 'refresh', id)]
  const hashes = { accessHash: digest(token), refreshHash: digest(refreshToken) }
  return { id, tokens: { token, refreshToken, aesKey: randomBytes(8).toString('hex') }, hashes }
}

/** The tokens that follow a refresh token, and the hashes that are stored. */
export const nextCredentials = (
  secrets: Secrets,
  { id, aesKey }: { id: string; aesKey: string },
  refreshed: string,
) => {
  const [token, refreshToken] = [
    nextToken(secrets, 'access', id, refreshed),
    nextToken(secrets, 'refresh', id, refreshed),
  ]
  const hashes = { accessHash: digest(token), refreshHash: digest(refreshToken) }
  return { tokens: { token, refreshToken, aesKey }, hashes }
}

/** Tokens as replied, with the seconds they last. */
export const withExpiry = ({ token, refreshToken, aesKey }: Tokens, { accessMinutes, idleMinutes }: Lifetimes) => ({
  token,
  refreshToken,
  aesKey,
  expires: accessMinutes * 60,
  refreshExpires: idleMinutes * 60,
})
