import { identityProvidersErrors } from '@atrium/contract/features/identity/identity-providers/identity-providers.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { AppError } from '../../../kernel/scope.ts'
import { type Adapter, type Client, refused, toText } from './adapter.ts'
import { addressAt, type PresetFetch } from './preset-fetch.ts'

const { unreachable } = identityProvidersErrors
const login = 'https://open.weixin.qq.com/connect/qrconnect'
const api = 'https://api.weixin.qq.com/sns'
/** What 微信 answers to a code that it does not know: it knows the application, then. */
const wrongCode = 40029

/** 微信: anybody may sign in, so that no one gets an account by it. */
export const createWechatAdapter = (ask: PresetFetch): Adapter => {
  const redeemCode = ({ issuer, clientId, secret }: Client, code: string) => {
    const query = { appid: clientId, secret, code, grant_type: 'authorization_code' }
    return ask(addressAt(issuer, `${api}/oauth2/access_token`), { query })
  }
  return {
    async authorizeUrl({ issuer, clientId }, { state, redirectUri }) {
      const url = addressAt(issuer, login)
      const asked = { appid: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      url.hash = 'wechat_redirect'
      return url
    },
    async redeem(client, _round, { code = '' }) {
      const tokens = await redeemCode(client, code)
      const [token, openid] = [toText(tokens.access_token), toText(tokens.openid)]
      if (token === '' || openid === '') throw refused()
      const query = { access_token: token, openid }
      const person = await ask(addressAt(client.issuer, `${api}/userinfo`), { query })
      if (toText(person.openid) !== openid) throw refused()
      return {
        // The same in all applications of the account; without one, an application knows the openid alone.
        subject: toText(person.unionid) || openid,
        name: toText(person.nickname),
        mail: '',
        claims: person,
      }
    },
    async check(client) {
      const { errcode, errmsg } = await redeemCode(client, 'test')
      if (errcode !== wrongCode)
        throw new AppError({
          ...unreachable,
          msg: t('微信拒绝了该应用：{errmsg}', { errmsg: toText(errmsg).slice(0, 100) }),
        })
    },
  }
}
