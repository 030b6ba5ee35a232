import type { Secrets } from '../../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign' | 'isSigned'>
/** What applications and devices bring back. Browsers bring cookies, which are signed as they are. */
export const signedKinds = [
  'AccessToken',
  'ClientCredentials',
  'RefreshToken',
  'AuthorizationCode',
  'DeviceCode',
] as const
const names = new Set<string>(signedKinds)
const tagLength = 8
const tagBytes = 6
const toPurpose = (kind: string) => `oidc ${kind}`

/** A token or a code whose last letters are signed, so that invented ones are refused without a query. */
export const signId = (secrets: Signs, kind: string, random: string): string =>
  `${random}${secrets.sign(toPurpose(kind), random).toString('base64url').slice(0, tagLength)}`

/**
 * Whether this installation has made a token or a code. Takes the name of its model; those that are not signed count as
 * made.
 */
export const isOwnId = (secrets: Signs, kind: string, id: string): boolean => {
  if (!names.has(kind)) return true
  const tag = Buffer.from(id.slice(-tagLength), 'base64url')
  return tag.length === tagBytes && secrets.isSigned(toPurpose(kind), id.slice(0, -tagLength), tag)
}
