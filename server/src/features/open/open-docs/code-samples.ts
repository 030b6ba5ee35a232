import type { SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { CodeSample } from './openapi-types.ts'
import { javaSample } from './sample-java.ts'
import { tokenSample } from './sample-token.ts'
import { type SampleRequest, shellQuoted, toUrl } from './signed-request.ts'

/** Comments. */
const setFirst = '运行前设置环境变量 ATRIUM_APP_KEY 和 ATRIUM_APP_SECRET'
const sorted = '已按参数名排序'

const curl = (request: SampleRequest): string => `# ${t(setFirst)}
METHOD=${request.method}
URL_PATH=${shellQuoted(request.path)}
QUERY=${shellQuoted(request.query)}   # ${t(sorted)}
BODY=${shellQuoted(request.body)}

TIMESTAMP="$(date +%s)000"
NONCE="$(openssl rand -hex 12)"
BODY_HASH="$(printf '%s' "$BODY" | openssl dgst -sha256 -r | cut -d ' ' -f 1)"
SIGN="$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$METHOD" "$URL_PATH" "$QUERY" "$BODY_HASH" "$TIMESTAMP" "$NONCE" |
  openssl dgst -sha256 -hmac "$ATRIUM_APP_SECRET" -binary | openssl base64)"

curl -sS -X "$METHOD" ${shellQuoted(request.origin + toUrl(request))} \\
  -H "X-App-Key: $ATRIUM_APP_KEY" \\
  -H "X-Timestamp: $TIMESTAMP" \\
  -H "X-Nonce: $NONCE" \\
  -H "X-Sign: $SIGN"${request.body === '' ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  --data-binary "$BODY"`}
`

const typescript = (
  request: SampleRequest,
): string => `import { createHash, createHmac, randomBytes } from 'node:crypto'

// ${t(setFirst)}
const { ATRIUM_APP_KEY: appKey = '', ATRIUM_APP_SECRET: secret = '' } = process.env
const method = ${JSON.stringify(request.method)}
const path = ${JSON.stringify(request.path)}
const query = ${JSON.stringify(request.query)} // ${t(sorted)}
const body = ${JSON.stringify(request.body)}

const timestamp = String(Date.now())
const nonce = randomBytes(12).toString('hex')
const bodyHash = createHash('sha256').update(body).digest('hex')
const text = [method, path, query, bodyHash, timestamp, nonce].join('\\n')
const sign = createHmac('sha256', secret).update(text).digest('base64')

const response = await fetch(${JSON.stringify(request.origin + toUrl(request))}, {
  method,
  headers: {
    'X-App-Key': appKey,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Sign': sign,${request.body === '' ? '' : `\n    'Content-Type': 'application/json',`}
  },${request.body === '' ? '' : '\n  body,'}
})
console.log(String(response.status), await response.text())
`

const python = (
  request: SampleRequest,
): string => `import base64, hashlib, hmac, os, secrets, time, urllib.error, urllib.request

# ${t(setFirst)}
app_key, secret = os.environ["ATRIUM_APP_KEY"], os.environ["ATRIUM_APP_SECRET"]
method = ${JSON.stringify(request.method)}
path = ${JSON.stringify(request.path)}
query = ${JSON.stringify(request.query)}  # ${t(sorted)}
body = ${JSON.stringify(request.body)}.encode()

timestamp = str(int(time.time() * 1000))
nonce = secrets.token_hex(12)
body_hash = hashlib.sha256(body).hexdigest()
text = "\\n".join([method, path, query, body_hash, timestamp, nonce])
sign = base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()).decode()

headers = {
    "X-App-Key": app_key,
    "X-Timestamp": timestamp,
    "X-Nonce": nonce,
    "X-Sign": sign,${request.body === '' ? '' : `\n    "Content-Type": "application/json",`}
}
url = ${JSON.stringify(request.origin + toUrl(request))}
request = urllib.request.Request(url, data=body or None, headers=headers, method=method)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    response = refusal
print(response.status, response.read().decode())
`

/**
 * Programs that make a call, each complete: by a signature, and by a token for an application that gets some. Key and secret
 * come from the environment.
 */
export const codeSamples = (request: SampleRequest, tokenSecretBy: SecretPlace | undefined): CodeSample[] => [
  { lang: 'Shell', label: 'curl', source: curl(request) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
  { lang: 'Java', label: 'Java', source: javaSample(request) },
  { lang: 'Python', label: 'Python', source: python(request) },
  ...(tokenSecretBy
    ? [{ lang: 'Shell', label: t('curl（访问令牌）'), source: tokenSample(request, tokenSecretBy) }]
    : []),
]
