import { claimsPreviewContract } from '@atrium/contract/features/open/oidc/claims-preview.contract.ts'
import type { OidcSettings } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { hasSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Eye, Pencil } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ClaimsDrawer } from './claims-drawer.tsx'
import { OidcForm } from './oidc-form.tsx'
import { claimsText, grantNames, oidcLabels, secretPlaceNames } from './oidc-words.ts'
import { scopesText } from './scope-words.ts'
import { useClaimFields } from './use-claim-fields.ts'
import '../open-apis/public/open.css'
import './oidc.css'
import '../open-apps/public/open-apps.css'

const { oidc, updateOidc } = openAppsContract
const Code = ({ text, what }: { text: string; what: string }) => (
  <>
    <code>{text}</code> <CopyButton text={text} what={what} />
  </>
)
const Lines = ({ of }: { of: readonly string[] }) => of.map((each) => <div key={each}>{each}</div>)

const OidcFacts = ({ app, settings }: { app: OpenAppRow; settings: OidcSettings }) => {
  const {
    grants,
    redirectUris,
    logoutUris,
    backchannelLogoutUri,
    scopes,
    claims,
    pkce,
    secretBy,
    accessTtl,
    refreshTtl,
    issuer,
    tenantIssuers,
  } = settings
  const isOn = grants.length > 0
  const hasSecret = hasSecrets(app.kind)
  const claimFields = useClaimFields()
  return (
    <Facts
      facts={{
        状态: <Tag tone={isOn ? 'good' : 'plain'}>{isOn ? t('已启用') : t('未启用')}</Tag>,
        Issuer: <Code text={issuer} what="Issuer" />,
        自有域名: tenantIssuers.length > 0 && <Lines of={tenantIssuers} />,
        发现文档: <Code text={`${issuer}/.well-known/openid-configuration`} what={t('发现文档地址')} />,
        'Client ID': <Code text={app.appKey} what="Client ID" />,
        'Client Secret': hasSecret ? t('使用“密钥”中任一有效密钥') : t('无（使用 PKCE）'),
        ...(isOn && {
          [oidcLabels.grants]: listText(grants.map((grant) => grantNames[grant])),
          [oidcLabels.redirectUris]: redirectUris.length > 0 && <Lines of={redirectUris} />,
          [oidcLabels.logoutUris]: logoutUris.length > 0 && <Lines of={logoutUris} />,
          [oidcLabels.backchannelLogoutUri]: backchannelLogoutUri,
          [oidcLabels.scopes]: scopesText(scopes),
          [oidcLabels.claims]: claims.length > 0 && claimsText(claims, claimFields),
          [oidcLabels.pkce]: pkce || !hasSecret ? t('是') : t('否'),
          [oidcLabels.secretBy]: hasSecret && secretPlaceNames[secretBy],
          [oidcLabels.accessTtl]: numberText(accessTtl),
          [oidcLabels.refreshTtl]: grants.includes('refresh_token') && numberText(refreshTtl),
        }),
      }}
    />
  )
}

/** How an application signs people in by OpenID Connect. */
export const OidcTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(oidc, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  return (
    <ReadState read={read}>
      {(settings) => (
        <>
          <div className="app-tools">
            <p className="open-quiet">{t('启用后，用户可用本系统账号登录该应用（OpenID Connect）。')}</p>
            <div className="oidc-tools">
              <Can endpoint={claimsPreviewContract.previewClaims}>
                <Can endpoint={usersContract.get}>
                  <Button
                    icon={<Eye aria-hidden size={16} />}
                    onClick={() => open((onClosed) => <ClaimsDrawer app={app} onClosed={onClosed} />)}
                  >
                    {t('预览可获取的信息')}
                  </Button>
                </Can>
              </Can>
              <Can endpoint={updateOidc}>
                <Button
                  icon={<Pencil aria-hidden size={16} />}
                  onClick={() => open((onClosed) => <OidcForm app={app} settings={settings} onClosed={onClosed} />)}
                >
                  {t('设置 OIDC 单点登录')}
                </Button>
              </Can>
            </div>
          </div>
          <OidcFacts app={app} settings={settings} />
          {overlay}
        </>
      )}
    </ReadState>
  )
}
