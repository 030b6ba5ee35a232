import { currentLanguage } from '@atrium/contract/kernel/texts.ts'
import type { KoaContextWithOIDC } from 'oidc-provider'

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
type Attributes = Readonly<Record<string, string>>
const toAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
/** An element with a text, which is escaped. */
export const element = (name: 'p' | 'small' | 'code', text: string, attributes: Attributes = {}): string =>
  `<${name}${toAttributes(attributes)}>${escaped(text)}</${name}>`
export const buttonElement = (text: string, attributes: Attributes): string =>
  `<button type="submit"${toAttributes(attributes)}>${escaped(text)}</button>`
export const linkElement = (address: string, text: string): string =>
  `<a href="${escaped(address)}">${escaped(text)}</a>`
export const inputElement = (attributes: Attributes): string => `<input${toAttributes(attributes)}>`

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f6f8;color:#1f2329;
font:16px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}main{box-sizing:border-box;width:min(400px,calc(100vw - 32px));
padding:32px;border-radius:12px;background:#fff;text-align:center}h1{margin:0 0 8px;font-size:20px}p{margin:0 0 24px;color:#5c6370;
overflow-wrap:anywhere}small{display:block;color:#5c6370}button,a,input{display:block;box-sizing:border-box;width:100%;margin-top:12px;
padding:10px;border:1px solid #c9cdd4;border-radius:8px;background:#fff;color:inherit;font:inherit;text-decoration:none}
button,a{cursor:pointer}input,code{letter-spacing:.15em;text-align:center}input{text-transform:uppercase}
code{display:block;margin:0 0 24px;font-size:28px}p[role=alert]{color:#c9302c}
.first{border-color:#1550d6;background:#1550d6;color:#fff}
@media (prefers-color-scheme:dark){body{background:#141518;color:#e6e8eb}main{background:#1f2125}p,small{color:#a3a9b3}
button,a,input{border-color:#4a4e57;background:transparent}.first{border-color:#3d73f0;background:#2f63e0;color:#fff}
p[role=alert]{color:#ff8a80}}`

/** Shows a page that needs neither scripts nor other files. Takes a title and elements. */
export const showPage = (ctx: KoaContextWithOIDC, title: string, content: string) => {
  ctx.type = 'html'
  ctx.set('cache-control', 'no-store')
  ctx.set('content-language', currentLanguage())
  ctx.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  )
  ctx.body = `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${content}</main></body></html>`
}
