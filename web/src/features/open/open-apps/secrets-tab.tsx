import { hasSecrets, maxLiveSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow, OpenAppSecret } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { openAppsErrors } from '@atrium/contract/features/open/open-apps/open-apps.errors.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Plus, RotateCw } from 'lucide-react'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { OpenQuestion } from '../open-apis/public/open-question.tsx'
import { affectedReads } from './app-reads.ts'
import { callsText } from './app-words.ts'
import { CredentialLine } from './public/credential-line.tsx'
import { SecretForm, SecretOnce } from './secret-form.tsx'
import '../open-apis/public/open.css'
import './public/open-apps.css'

const { secrets, addSecret, revokeSecret } = openAppsContract

/** Secrets of an application: new ones, rotation, and the end of one. */
export const SecretsTab = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(secrets, { params: { id: app.id } }, { staleTime: 0 })
  const [overlay, open] = useOverlay()
  const show = (secret: string) => open((onClosed) => <SecretOnce app={app} secret={secret} onClose={onClosed} />)
  const add = () => open((onClosed) => <SecretForm app={app} onCreated={show} onClosed={onClosed} />)
  const revoke = ({ id: sid, hint }: OpenAppSecret) =>
    open((onClosed) => (
      <OpenQuestion
        title={t('停用密钥“…{hint}”？', { hint })}
        endpoint={revokeSecret}
        request={{ params: { id: app.id, sid } }}
        confirm={t('停用', { context: 'verb' })}
        affected={affectedReads}
        lines={(impact) => [
          callsText(impact),
          ...(impact.addresses.length > 0 ? [t('来自 {addresses}。', { addresses: listText(impact.addresses) })] : []),
          impact.remaining === 0
            ? t('停用后应用没有有效密钥，全部调用将被拒绝。')
            : t('停用后还有 {remaining} 个有效密钥。', { remaining: impact.remaining }),
        ]}
        onConfirmed={() => undefined}
        onClosed={onClosed}
      />
    ))
  const isRotation = app.secrets > 0
  if (!hasSecrets(app.kind) && !isRotation)
    return <Empty title={t('不使用密钥')} hint={t(openAppsErrors.kindHasNoSecret.msg)} />
  return (
    <>
      <div className="app-tools">
        <p className="open-quiet">
          {t('密钥仅创建时显示一次，最多同时有 {maxLiveSecrets} 个有效。', { maxLiveSecrets })}
        </p>
        {hasSecrets(app.kind) && (
          <Can endpoint={addSecret}>
            <Button
              icon={isRotation ? <RotateCw aria-hidden size={16} /> : <Plus aria-hidden size={16} />}
              onClick={add}
            >
              {isRotation ? t('轮换密钥') : t('新增密钥')}
            </Button>
          </Can>
        )}
      </div>
      <ReadState read={read}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('暂无密钥')} hint={t('新增密钥后，应用即可签名调用。')} />
          ) : (
            <ul className="app-secrets" aria-label={t('密钥')}>
              {rows.map((secret) => (
                <CredentialLine
                  key={secret.id}
                  what={t('密钥')}
                  credential={secret}
                  note={
                    secret.callsToday > 0
                      ? t('今日 {callsToday} 次调用', { callsToday: numberText(secret.callsToday) })
                      : ''
                  }
                  revoke={revokeSecret}
                  onRevoke={() => revoke(secret)}
                />
              ))}
            </ul>
          )
        }
      </ReadState>
      {overlay}
    </>
  )
}
