import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign' | 'isSigned'>
const [randomBytesOfKey, tagLength] = [8, 8]
const purpose = 'open app key'

/**
 * A new key of an application. Its last digits are signed, so that keys which no one was given are refused without a
 * look into the database.
 */
export const newAppKey = (secrets: Signs): string => {
  const random = randomBytes(randomBytesOfKey).toString('hex')
  return `ak_${random}${secrets.sign(purpose, random).toString('hex').slice(0, tagLength)}`
}
/** Whether this installation has made the key. Takes one of the right shape. */
export const isOwnAppKey = (secrets: Signs, appKey: string): boolean =>
  secrets.isSigned(purpose, appKey.slice(3, -tagLength), Buffer.from(appKey.slice(-tagLength), 'hex'))
