import type { Provider } from 'oidc-provider'
import { newId } from '../../../../kernel/ids.ts'
import { digest } from '../../../../kernel/secrets.ts'
import { buildClient, buildSubjectToken } from '../provider/library-overrides.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** The name of a sign-in for its application: follows from the hash of its grant, which no one can guess. */
export const toSid = (grantKey: Buffer): string => digest(`sid ${grantKey.toString('base64url')}`).toString('base64url')

type Ended = { appKey: string; sub: string; sid: string }
/**
 * Tells that a sign-in has ended (OpenID Connect Back-Channel Logout 1.0, section 2.4); lives two minutes. Its application may
 * be unknown to the provider by now, as that of a locked company is.
 */
export const logoutToken = (provider: Provider, { appKey, sub, sid }: Ended): Promise<string> => {
  const client = buildClient(provider, {
    client_id: appKey,
    token_endpoint_auth_method: 'none',
    redirect_uris: [],
    response_types: [],
    grant_types: [],
  })
  const token = buildSubjectToken(provider, client, sub)
  token.set('events', { [event]: {} })
  token.set('jti', newId())
  token.set('sid', sid)
  return token.issue({ use: 'logout' })
}
