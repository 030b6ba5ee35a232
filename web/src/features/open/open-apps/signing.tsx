import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import './public/open-apps.css'

/** How calls are signed, by either scheme. */
export const Signing = () => (
  <section className="app-signing" aria-labelledby="app-signing-title">
    <h3 id="app-signing-title">{t('签名方式')}</h3>
    <p>
      {rich(
        '每次调用携带请求头 {code}、{code2}（毫秒）、{code3}（16-64 位，每次不同）和 {code4}。签名为以下六行以换行符连接后，用密钥计算的 HMAC-SHA256，Base64 编码：',
        {
          code: <code>X-App-Key</code>,
          code2: <code>X-Timestamp</code>,
          code3: <code>X-Nonce</code>,
          code4: <code>X-Sign</code>,
        },
      )}
    </p>
    <pre>
      {t(
        '请求方式\n路径\n按名称升序排列的查询参数\n请求体的 SHA-256（十六进制小写，无请求体时按空内容计算）\nX-Timestamp\nX-Nonce',
      )}
    </pre>
    <p>
      {rich(
        '也可使用 HTTP 消息签名（RFC 9421），算法为 hmac-sha256：{code} 为 AppKey，{code2}、{code3} 必填，签名须覆盖以下组件，有请求体时包括 {code4}（RFC 9530）：',
        {
          code: <code>keyid</code>,
          code2: <code>created</code>,
          code3: <code>nonce</code>,
          code4: <code>content-digest</code>,
        },
      )}
    </p>
    <pre>{'"@method" "@authority" "@path" "@query" "content-digest"'}</pre>
  </section>
)
