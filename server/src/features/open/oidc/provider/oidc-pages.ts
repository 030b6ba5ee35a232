import { isSourceLanguage, t } from '@atrium/contract/kernel/texts.ts'
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { buttonElement, element, linkElement, showPage as show } from './provider-page.ts'
import { keepLocales } from './wanted-locales.ts'

const reasons: Readonly<Record<string, string>> = {
  invalid_client: '应用不存在、已锁定或已到期，请联系应用的管理员',
  invalid_redirect_uri: '应用的回调地址未登记，请联系应用的管理员',
  access_denied: '您未允许该应用登录',
}
const otherReason = '登录请求有误或已失效，请回到应用重新登录'
const backHome = () => linkElement('/console/', t('返回首页'))

/** Shown where an application cannot learn what is wrong. */
export const showError = (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  const detail = [out.error, out.error_description].filter(Boolean).join(isSourceLanguage() ? '：' : ': ')
  const reason = t(reasons[out.error] ?? otherReason)
  show(ctx, t('无法登录应用'), element('p', reason) + element('small', detail) + backHome())
}

/**
 * Asks whether to leave the application alone, or everything; only the latter if no application is named. Takes the
 * form that the buttons send.
 */
export const askLogout = (ctx: KoaContextWithOIDC, form: string) => {
  const { client } = ctx.oidc
  const question = client
    ? t('您已退出“{client}”，是否同时退出控制台和其他应用？', { client: client.clientName ?? '' })
    : t('是否退出控制台和已登录的应用？')
  const all = buttonElement(t('全部退出'), {
    class: 'first',
    form: 'op.logoutForm',
    name: 'logout',
    value: 'yes',
    autofocus: '',
  })
  const other = client ? buttonElement(t('仅退出该应用'), { form: 'op.logoutForm' }) : backHome()
  show(ctx, t('退出登录'), element('p', question) + keepLocales(ctx, form) + all + other)
}

export const showLoggedOut = (ctx: KoaContextWithOIDC) =>
  show(ctx, t('已退出登录'), element('p', t('可以关闭此页面。')) + backHome())
