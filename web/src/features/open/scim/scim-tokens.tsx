import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import {
  maxLiveScimTokens,
  type ScimSettings,
  type ScimToken,
} from '@atrium/contract/features/open/open-apps/app-scim-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { Plus, RotateCw } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { OpenQuestion } from '../open-apis/public/open-question.tsx'
import { CredentialLine, isLive } from '../open-apps/public/credential-line.tsx'
import { ScimTokenForm, ScimTokenOnce } from './scim-token-form.tsx'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

const { scim, addScimToken, revokeScimToken } = appScimContract

/** Tokens by which an application provisions users: new ones, rotation, and the end of one. */
export const ScimTokens = ({ app, settings }: { app: OpenAppRow; settings: ScimSettings }) => {
  const [overlay, open] = useOverlay()
  const { tokens, address } = settings
  const isRotation = tokens.some(isLive)
  const show = (token: string) =>
    open((onClosed) => <ScimTokenOnce app={app} address={address} token={token} onClose={onClosed} />)
  const add = () =>
    open((onClosed) => <ScimTokenForm app={app} isRotation={isRotation} onCreated={show} onClosed={onClosed} />)
  const revoke = ({ id: sid, hint }: ScimToken) =>
    open((onClosed) => (
      <OpenQuestion
        title={t('停用令牌“…{hint}”？', { hint })}
        endpoint={revokeScimToken}
        request={{ params: { id: app.id, sid } }}
        confirm={t('停用', { context: 'verb' })}
        affected={[scim]}
        lines={({ lastTime, remaining }) => [
          lastTime === null ? t('该令牌未使用过。') : t('该令牌有使用记录，停用后身份平台不能再用其同步用户。'),
          remaining === 0
            ? t('停用后没有有效令牌，用户同步将中断。')
            : t('停用后还有 {remaining} 个有效令牌。', { remaining }),
        ]}
        onConfirmed={() => undefined}
        onClosed={onClosed}
      />
    ))
  return (
    <section aria-labelledby="app-scim-tokens-title">
      <h3 id="app-scim-tokens-title" className="app-section">
        {t('令牌')}
      </h3>
      <div className="app-tools">
        <p className="open-quiet">
          {t('令牌仅创建时显示一次，最多同时有 {maxLiveScimTokens} 个有效。', { maxLiveScimTokens })}
        </p>
        <Can endpoint={addScimToken}>
          <Button icon={isRotation ? <RotateCw aria-hidden size={16} /> : <Plus aria-hidden size={16} />} onClick={add}>
            {isRotation ? t('轮换令牌') : t('新增令牌')}
          </Button>
        </Can>
      </div>
      {tokens.length === 0 ? (
        <Empty title={t('暂无令牌')} hint={t('新增令牌后，身份平台即可同步用户。')} />
      ) : (
        <ul className="app-secrets" aria-label={t('令牌')}>
          {tokens.map((token) => (
            <CredentialLine
              key={token.id}
              what={t('令牌')}
              credential={token}
              revoke={revokeScimToken}
              onRevoke={() => revoke(token)}
            />
          ))}
        </ul>
      )}
      {overlay}
    </section>
  )
}
