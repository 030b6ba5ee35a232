import './public/open-apps.css'

/** How calls are signed, by either scheme. */
export const Signing = () => (
  <section className="app-signing" aria-labelledby="app-signing-title">
    <h3 id="app-signing-title">签名方式</h3>
    <p>
      每次调用携带请求头 <code>X-App-Key</code>、<code>X-Timestamp</code>（毫秒）、<code>X-Nonce</code>（16-64
      位，每次不同）和 <code>X-Sign</code>。签名为以下六行以换行符连接后，用密钥计算的 HMAC-SHA256，Base64 编码：
    </p>
    <pre>
      {
        '请求方式\n路径\n按名称升序排列的查询参数\n请求体的 SHA-256（十六进制小写，无请求体时按空内容计算）\nX-Timestamp\nX-Nonce'
      }
    </pre>
    <p>
      也可使用 HTTP 消息签名（RFC 9421），算法为 hmac-sha256：<code>keyid</code> 为 AppKey，<code>created</code>、
      <code>nonce</code> 必填，签名须覆盖以下组件，有请求体时包括 <code>content-digest</code>（RFC 9530）：
    </p>
    <pre>{'"@method" "@authority" "@path" "@query" "content-digest"'}</pre>
  </section>
)
