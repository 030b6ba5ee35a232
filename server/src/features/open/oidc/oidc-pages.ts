import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f6f8;color:#1f2329;
font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}main{box-sizing:border-box;width:min(400px,calc(100vw - 32px));
padding:32px;border-radius:12px;background:#fff;text-align:center}h1{margin:0 0 8px;font-size:20px}p{margin:0 0 24px;color:#5c6370;
overflow-wrap:anywhere}small{display:block;color:#5c6370}button,a{display:block;box-sizing:border-box;width:100%;margin-top:12px;
padding:10px;border:1px solid #c9cdd4;border-radius:8px;background:#fff;color:inherit;font:inherit;text-decoration:none;cursor:pointer}
.first{border-color:#1550d6;background:#1550d6;color:#fff}
@media (prefers-color-scheme:dark){body{background:#141518;color:#e6e8eb}main{background:#1f2125}p,small{color:#a3a9b3}
button,a{border-color:#4a4e57;background:transparent}.first{border-color:#3d73f0;background:#2f63e0;color:#fff}}`

/** A page that needs neither scripts nor other files. */
const show = (ctx: KoaContextWithOIDC, title: string, content: string) => {
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  )
  ctx.body = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`
}

const reasons: Readonly<Record<string, string>> = {
  invalid_client: '应用不存在、已锁定或已到期，请联系应用的管理员',
  invalid_redirect_uri: '应用的回调地址未登记，请联系应用的管理员',
  access_denied: '您没有允许该应用登录',
}
const otherReason = '登录请求有误或已失效，请回到应用重新登录'

/** Shown where an application cannot be told what is wrong. */
export const showError = (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  const detail = [out.error, out.error_description].filter(Boolean).join('：')
  show(
    ctx,
    '无法登录应用',
    `<p>${reasons[out.error] ?? otherReason}</p><small>${escaped(detail)}</small><a href="/console/">返回首页</a>`,
  )
}

/**
 * Asks whether to leave the application alone, or everything; only the latter if no application is named. In: the form that
 * the buttons send.
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
