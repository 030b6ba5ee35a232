import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { appPortalContract } from '@atrium/contract/features/open/portal-apps/app-portal.contract.ts'
import type { PortalSettings } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { AppAccess } from './app-access.tsx'
import { PortalForm } from './portal-form.tsx'
import { audienceNames, openModeNames, portalLabels } from './portal-words.ts'
import { scopeNames } from './public/scope-names.ts'
import '../open-apps/public/open-apps.css'

const { portal, updatePortal } = appPortalContract

const listFacts = ({
  audience,
  targets,
  category,
  address,
  openMode,
  sso,
  scopes,
  requestable,
  approvers,
}: PortalSettings) => ({
  [portalLabels.audience]:
    targets.length === 0
      ? audienceNames[audience]
      : labelledText(audienceNames[audience], listText(targets.map(({ name }) => name))),
  [portalLabels.category]: category,
  [portalLabels.address]: address,
  [portalLabels.openMode]: address && openModeNames[openMode],
  [portalLabels.sso]: address && (sso ? t('打开时附带票据') : t('未开启')),
  [portalLabels.requestable]: requestable ? t('不在可见范围内的用户可申请使用') : t('未开启'),
  [portalLabels.approverIds]: requestable && (listText(approvers.map(({ name }) => name)) || t('应用负责人')),
  [portalLabels.scopes]: sso && listText([t('编号和姓名'), ...scopes.map((scope) => scopeNames[scope])]),
})

/** How an application appears on the portal. */
export const PortalTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(portal, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  return (
    <ReadState read={read}>
      {(settings) => (
        <>
          <div className="app-tools">
            <p>{t('设置后，可见范围内的用户可在门户和控制台的“我的应用”中打开该应用。')}</p>
            <Can endpoint={updatePortal}>
              <Button
                onClick={() => open((onClosed) => <PortalForm app={app} settings={settings} onClosed={onClosed} />)}
              >
                {t('设置', { context: 'verb' })}
              </Button>
            </Can>
          </div>
          <Facts facts={listFacts(settings)} />
          {settings.sso && (
            <section className="app-signing" aria-labelledby="app-sso-title">
              <h3 id="app-sso-title">{t('免登录方式')}</h3>
              <p>
                {rich(
                  '用户打开入口地址时附带参数 {code}，60 秒内有效，仅可使用一次。应用按“基本”中的签名方式调用 {code2}，请求体为 {code3}，即可获取用户信息。',
                  {
                    code: <code>ticket</code>,
                    code2: <code>POST /open/v1/sso/ticket</code>,
                    code3: <code>{'{"ticket":"…"}'}</code>,
                  },
                )}
              </p>
            </section>
          )}
          <AppAccess app={app} />
          {overlay}
        </>
      )}
    </ReadState>
  )
}
