import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { escaped, showPage as show } from './provider-page.ts'

const reasons: Readonly<Record<string, string>> = {
  invalid_client: '应用不存在、已锁定或已到期，请联系应用的管理员',
  invalid_redirect_uri: '应用的回调地址未登记，请联系应用的管理员',
  access_denied: '您未允许该应用登录',
}
const otherReason = '登录请求有误或已失效，请回到应用重新登录'

/** Shown where an application cannot learn what is wrong. */
export const showError = (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  const detail = [out.error, out.error_description].filter(Boolean).join('：')
  show(
    ctx,
    '无法登录应用',
    `<p>${reasons[out.error] ?? otherReason}</p><small>${escaped(detail)}</small><a href="/console/">返回首页</a>`,
  )
}

/**
 * Asks whether to leave the application alone, or everything; only the latter if no application is named. Takes the
 * form that the buttons send.
 */
export const askLogout = (ctx: KoaContextWithOIDC, form: string) => {
  const { client } = ctx.oidc
  const question = client
    ? `您已退出“${escaped(client.clientName ?? '')}”，是否同时退出控制台和其他应用？`
    : '是否退出控制台和已登录的应用？'
  const other = client
    ? '<button type="submit" form="op.logoutForm">仅退出该应用</button>'
    : '<a href="/console/">返回首页</a>'
  show(
    ctx,
    '退出登录',
    `<p>${question}</p>${form}
<button class="first" type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>全部退出</button>${other}`,
  )
}

export const showLoggedOut = (ctx: KoaContextWithOIDC) =>
  show(ctx, '已退出登录', '<p>可以关闭此页面。</p><a href="/console/">返回首页</a>')
