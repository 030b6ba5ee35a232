import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign' | 'isSigned'>
const [tokenBytes, tagLength] = [32, 8]
const shape = /^scim_[\w-]{43}[0-9a-f]{8}$/
const purpose = 'scim token'

/** A new token. Its last digits are signed, so that tokens which no one was given are refused without a query. */
export const newScimToken = (secrets: Signs): string => {
  const random = randomBytes(tokenBytes).toString('base64url')
  return `scim_${random}${secrets.sign(purpose, random).toString('hex').slice(0, tagLength)}`
}
/** Whether this installation has made the token. */
export const isOwnScimToken = (secrets: Signs, token: string): boolean =>
  shape.test(token) &&
  secrets.isSigned(purpose, token.slice(5, -tagLength), Buffer.from(token.slice(-tagLength), 'hex'))
