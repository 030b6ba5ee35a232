import type { Secrets } from '../../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign'>
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
const signTag = (secrets: Signs, kind: string, random: string) =>
  secrets.sign(`oidc ${kind}`, random).toString('base64url').slice(0, tagLength)

/** A token or a code whose last letters are signed, so that invented ones are refused without a query. */
export const signId = (secrets: Signs, kind: string, random: string): string =>
  `${random}${signTag(secrets, kind, random)}`

/**
 * Whether this installation has made a token or a code. Takes the name of its model; those that are not signed count as
 * made.
 */
export const isOwnId = (secrets: Signs, kind: string, id: string): boolean =>
  !names.has(kind) || signTag(secrets, kind, id.slice(0, -tagLength)) === id.slice(-tagLength)
