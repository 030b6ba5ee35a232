import type { Client, Provider } from 'oidc-provider'
import { newId } from '../../../../kernel/ids.ts'
import { digest } from '../../../../kernel/secrets.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** The name of a sign-in for its application: follows from the hash of its grant, which no one can guess. */
export const toSid = (grantKey: Buffer): string => digest(`sid ${grantKey.toString('base64url')}`).toString('base64url')

type Ended = { appKey: string; sub: string; sid: string }
/**
 * Tells that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0, section 2.4); lives two minutes. Its application may
 * be unknown to the provider by now, as that of a locked company is.
 */
export const logoutToken = (provider: Provider, { appKey, sub, sid }: Ended): Promise<string> => {
  const nothing = { redirect_uris: [], response_types: [], grant_types: [] }
  const metadata = { client_id: appKey, token_endpoint_auth_method: 'none', ...nothing }
  const client: Client = Reflect.construct(provider.Client, [metadata])
  const token = new provider.IdToken({ sub }, { client })
  Object.assign(token, { mask: { sub: null } })
  token.set('events', { [event]: {} })
  token.set('jti', newId())
  token.set('sid', sid)
  return token.issue({ use: 'logout' })
}

/**
 * Names sign-ins after their grants, in id tokens too. Applications are notified by the product's own sender, which
 * loses none; the provider would tell them once, and only those that its browser session knows.
 */
export const setSessionId = ({ Session, Client }: Provider, toGrantKey: (grantId: string) => Buffer) => {
  const given = Session.prototype.sidFor
  Object.defineProperty(Session.prototype, 'sidFor', {
    value(this: InstanceType<Provider['Session']>, clientId: string, value: string) {
      const grantId = value === undefined ? this.grantIdFor(clientId) : undefined
      return grantId === undefined ? given.call(this, clientId, value) : toSid(toGrantKey(grantId))
    },
  })
  Object.defineProperty(Client.prototype, 'backchannelLogout', { value: async () => undefined })
}
