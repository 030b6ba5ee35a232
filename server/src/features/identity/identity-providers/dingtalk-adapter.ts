import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type Adapter, refused, toText } from './adapter.ts'
import { addressAt, type PresetFetch } from './preset-fetch.ts'

const { notMember, unreachable } = identityProvidersErrors
const login = 'https://login.dingtalk.com/oauth2/auth'
const api = 'https://api.dingtalk.com/v1.0'

/** 钉钉: OAuth with fields of its own; with the id of an enterprise, its members alone. */
export const createDingtalkAdapter = (ask: PresetFetch): Adapter => ({
  async authorizeUrl({ issuer, clientId, agentId: corpId }, { state, redirectUri }) {
    const url = addressAt(issuer, login)
    const asked = {
      redirect_uri: redirectUri,
      response_type: 'code',
      client_id: clientId,
      state,
      prompt: 'consent',
      ...(corpId === ''
        ? { scope: 'openid' }
        : { scope: 'openid corpid', exclusiveLogin: 'true', exclusiveCorpId: corpId }),
    }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    return url
  },
  async redeem({ issuer, clientId, secret, agentId: wanted }, _round, { authCode = '' }) {
    const json = { clientId, clientSecret: secret, code: authCode, grantType: 'authorization_code' }
    const tokens = await ask(addressAt(issuer, `${api}/oauth2/userAccessToken`), { method: 'POST', json })
    const token = toText(tokens.accessToken)
    if (token === '') throw refused()
    if (wanted !== '' && toText(tokens.corpId) !== wanted) throw new AppError(notMember)
    const headers = { 'x-acs-dingtalk-access-token': token }
    const person = await ask(addressAt(issuer, `${api}/contact/users/me`), { headers })
    const subject = toText(person.unionId)
    if (subject === '') throw refused()
    return {
      subject,
      name: toText(person.nick),
      mail: '',
      claims: { ...person, corpId: toText(tokens.corpId) },
    }
  },
  async check({ issuer, clientId, secret }) {
    const json = { appKey: clientId, appSecret: secret }
    const { accessToken, message } = await ask(addressAt(issuer, `${api}/oauth2/accessToken`), { method: 'POST', json })
    if (toText(accessToken) === '')
      throw new AppError({
        ...unreachable,
        msg: t('钉钉拒绝了该应用：{message}', { message: toText(message).slice(0, 100) }),
      })
  },
})
