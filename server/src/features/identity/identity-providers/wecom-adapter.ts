import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type Adapter, type Client, refused, toText } from './adapter.ts'
import { addressAt, type PresetFetch } from './preset-fetch.ts'

const { notMember, unreachable } = identityProvidersErrors
const login = 'https://login.work.weixin.qq.com/wwlogin/sso/login'
const api = 'https://qyapi.weixin.qq.com/cgi-bin'

/** 企业微信: an application of the enterprise asks for its own token, and with it whose code it is. */
export const createWecomAdapter = (ask: PresetFetch): Adapter => {
  const fetchToken = async ({ issuer, clientId, secret }: Client): Promise<string> => {
    const query = { corpid: clientId, corpsecret: secret }
    const { access_token: token, errmsg } = await ask(addressAt(issuer, `${api}/gettoken`), { query })
    if (toText(token) === '')
      throw new AppError({
        ...unreachable,
        msg: t('企业微信拒绝了该应用：{errmsg}', { errmsg: toText(errmsg).slice(0, 100) }),
      })
    return toText(token)
  }
  return {
    async authorizeUrl({ issuer, clientId, agentId }, { state, redirectUri }) {
      const url = addressAt(issuer, login)
      const asked = { login_type: 'CorpApp', appid: clientId, agentid: agentId, redirect_uri: redirectUri, state }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return url
    },
    async redeem(client, _round, { code = '' }) {
      const token = await fetchToken(client)
      const query = { access_token: token, code }
      const found = await ask(addressAt(client.issuer, `${api}/auth/getuserinfo`), { query })
      if (found.errcode !== 0) throw refused()
      const userid = toText(found.userid)
      // People outside the enterprise have an openid instead.
      if (userid === '') throw new AppError(notMember)
      const person = await ask(addressAt(client.issuer, `${api}/user/get`), { query: { access_token: token, userid } })
      return {
        subject: userid,
        name: toText(person.name) || userid,
        mail: toText(person.biz_mail).toLowerCase(),
        claims: { ...(person.errcode === 0 && person), userid },
      }
    },
    check: async (client) => void (await fetchToken(client)),
  }
}
