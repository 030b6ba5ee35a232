import type { Provider } from 'oidc-provider'
import type { Secrets } from '../../../../kernel/secrets.ts'

type Signs = Pick<Secrets, 'sign'>
/** What applications and devices bring back. Browsers bring cookies, which are signed as they are. */
const kinds = ['AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode', 'DeviceCode'] as const
type Kind = (typeof kinds)[number]
const names = new Set<string>(kinds)
const tagLength = 8
const signTag = (secrets: Signs, kind: string, random: string) =>
  secrets.sign(`oidc ${kind}`, random).toString('base64url').slice(0, tagLength)

/** Has a provider sign the last letters of its tokens and codes, so that invented ones are refused without a query. */
export const signIds = (provider: Provider, secrets: Signs): void => {
  const sign = (kind: Kind) => {
    const { prototype } = provider[kind]
    const generate: () => string = Reflect.get(prototype, 'generateTokenId')
    Object.defineProperty(prototype, 'generateTokenId', {
      value(this: object) {
        const random = generate.call(this)
        return `${random}${signTag(secrets, kind, random)}`
      },
    })
  }
  for (const kind of kinds) sign(kind)
}

/**
 * Whether this installation has made a token or a code. Takes the name of its model; those that are not signed count as
 * made.
 */
export const isOwnId = (secrets: Signs, kind: string, id: string): boolean =>
  !names.has(kind) || signTag(secrets, kind, id.slice(0, -tagLength)) === id.slice(-tagLength)
