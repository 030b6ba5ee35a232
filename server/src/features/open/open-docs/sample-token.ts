import type { SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { toIssuer } from '../open-apps/index.ts'
import { type SampleRequest, shellQuoted, toUrl } from './signed-request.ts'

const credentials: Readonly<Record<SecretPlace, string>> = {
  basic: `-u "$ATRIUM_APP_KEY:$ATRIUM_APP_SECRET"`,
  post: `-d client_id="$ATRIUM_APP_KEY" -d client_secret="$ATRIUM_APP_SECRET"`,
}

/** A call by a token, which the application gets first. */
export const tokenSample = ({ origin, method, body, ...of }: SampleRequest, secretBy: SecretPlace): string =>
  `# ${t('运行前设置环境变量 ATRIUM_APP_KEY 和 ATRIUM_APP_SECRET；有效期内的令牌可重复使用')}
TOKEN="$(curl -sS ${shellQuoted(`${toIssuer(origin)}/token`)} \\
  ${credentials[secretBy]} -d grant_type=client_credentials |
  sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')"

curl -sS -X ${method} ${shellQuoted(origin + toUrl({ origin, method, body, ...of }))} \\
  -H "Authorization: Bearer $TOKEN"${body === '' ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  --data-binary ${shellQuoted(body)}`}
`
