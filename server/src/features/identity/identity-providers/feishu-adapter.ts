import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import * as oidc from 'openid-client'
import { AppError } from '../../../kernel/scope.ts'
import { type Adapter, refused, toText } from './adapter.ts'
import { addressAt, type PresetFetch } from './preset-fetch.ts'

const { denied, unreachable } = identityProvidersErrors
const login = 'https://accounts.feishu.cn/open-apis/authen/v1/authorize'
const api = 'https://open.feishu.cn/open-apis'

/** 飞书: OAuth with PKCE; an application of an enterprise serves its members alone. */
export const createFeishuAdapter = (ask: PresetFetch): Adapter => ({
  async authorizeUrl({ issuer, clientId, scopes }, { state, verifier, redirectUri }) {
    const url = addressAt(issuer, login)
    const asked = {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  },
  async redeem({ issuer, clientId, secret }, { verifier, redirectUri }, { code = '', error }) {
    if (error === 'access_denied') throw new AppError(denied)
    const json = {
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: secret,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    const tokens = await ask(addressAt(issuer, `${api}/authen/v2/oauth/token`), { method: 'POST', json })
    const token = toText(tokens.access_token)
    if (tokens.code !== 0 || token === '') throw refused()
    const headers = { authorization: `Bearer ${token}` }
    const { code: problem, data } = await ask(addressAt(issuer, `${api}/authen/v1/user_info`), { headers })
    const person = (data ?? {}) as Record<string, unknown>
    const subject = toText(person.union_id)
    if (problem !== 0 || subject === '') throw refused()
    return {
      subject,
      name: toText(person.name),
      mail: toText(person.enterprise_email).toLowerCase(),
      claims: person,
    }
  },
  async check({ issuer, clientId, secret }) {
    const json = { app_id: clientId, app_secret: secret }
    const url = addressAt(issuer, `${api}/auth/v3/app_access_token/internal`)
    const { code, msg } = await ask(url, { method: 'POST', json })
    if (code !== 0)
      throw new AppError({ ...unreachable, msg: t('飞书拒绝了该应用：{msg}', { msg: toText(msg).slice(0, 100) }) })
  },
})
