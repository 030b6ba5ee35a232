import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign'>
const [randomBytesOfKey, tagLength] = [8, 8]
const signTag = (secrets: Signs, random: string) =>
  secrets.sign('open app key', random).toString('hex').slice(0, tagLength)

/**
 * A new key of an application. Its last digits are signed, so that keys which no one was given are refused without a
 * look into the database.
 */
export const newAppKey = (secrets: Signs): string => {
  const random = randomBytes(randomBytesOfKey).toString('hex')
  return `ak_${random}${signTag(secrets, random)}`
}
/** Whether this installation has made the key. Takes one of the right shape. */
export const isOwnAppKey = (secrets: Signs, appKey: string): boolean => {
  const random = appKey.slice(3, -tagLength)
  return signTag(secrets, random) === appKey.slice(-tagLength)
}
