import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import type { ScimSettings } from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Pencil } from 'lucide-react'
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
import { ScimForm } from './scim-form.tsx'
import { ScimTokens } from './scim-tokens.tsx'
import { scimLabels } from './scim-words.ts'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

const { scim, updateScim } = appScimContract

const ScimFacts = ({ settings }: { settings: ScimSettings }) => {
  const { enabled, address, org, roles, users } = settings
  return (
    <Facts
      facts={{
        状态: <Tag tone={enabled ? 'good' : 'plain'}>{enabled ? t('已启用') : t('未启用')}</Tag>,
        服务地址: (
          <>
            <code>{address}</code> <CopyButton text={address} what={t('服务地址')} />
          </>
        ),
        [scimLabels.orgId]: org?.name ?? t('不加入组织'),
        [scimLabels.roleIds]: listText(roles.map(({ name }) => name)) || t('无'),
        已同步用户: t('{users} 人', { users: numberText(users) }),
      }}
    />
  )
}

/** How an application provisions users by SCIM, and with which tokens. */
export const ScimTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(scim, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  return (
    <ReadState read={read}>
      {(settings) => (
        <>
          <div className="app-tools">
            <p className="open-quiet">{t('启用后，身份平台可通过 SCIM 2.0 同步用户和角色成员。')}</p>
            <Can endpoint={updateScim}>
              <Button
                icon={<Pencil aria-hidden size={16} />}
                onClick={() => open((onClosed) => <ScimForm app={app} settings={settings} onClosed={onClosed} />)}
              >
                {t('设置用户同步')}
              </Button>
            </Can>
          </div>
          <ScimFacts settings={settings} />
          <ScimTokens app={app} settings={settings} />
          {overlay}
        </>
      )}
    </ReadState>
  )
}
