import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { webhookRotation } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import type { WebhookRow, WebhookSecret } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { RotateCw } from 'lucide-react'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { NumberField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { secretNames, secretTones } from '../open-apps/public/secret-words.ts'
import { hookReads } from './hook-words.ts'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'
import './hooks.css'

const { addHookSecret, revokeHookSecret, hooks } = webhooksContract
type Values = z.input<typeof webhookRotation>

/** A new secret of a webhook, shown once. */
export const HookSecretOnce = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnceDialog title={t('Webhook 密钥')} onClose={onClose}>
    <dl className="app-credentials">
      <dt>{t('密钥')}</dt>
      <dd>
        <code>{secret}</code> <CopyButton text={secret} what={t('密钥')} />
      </dd>
    </dl>
    <p className="open-quiet">{t('密钥仅显示一次，用于验证请求确由本系统发出，请妥善保存。')}</p>
  </ShownOnceDialog>
)

type Of = { app: OpenAppRow; hook: WebhookRow }
type RotationProps = Of & { onCreated: (secret: string) => void; onClosed: () => void }
const RotationForm = ({ app, hook, onCreated, onClosed }: RotationProps) => {
  return (
    <WriteForm
      title={t('轮换 Webhook 密钥')}
      act={t('轮换密钥')}
      endpoint={addHookSecret}
      params={{ id: app.id, hookId: hook.id }}
      labels={{ overlapHours: t('旧密钥保留（小时）') }}
      initial={{ overlapHours: 24 }}
      invalidates={hookReads}
      onDone={({ secret }) => onCreated(secret)}
      onClosed={onClosed}
    >
      <NumberField<Values>
        name="overlapHours"
        help={t('保留期内请求同时带有新旧密钥的签名，到时旧密钥自动失效；0 为立即失效')}
      />
    </WriteForm>
  )
}

const SecretLine = ({ secret, onRevoke }: { secret: WebhookSecret; onRevoke: () => void }) => (
  <li className="app-secret">
    <div className="app-secret-head">
      <code>…{secret.hint}</code>
      <Tag tone={secretTones[secret.state]}>{secretNames[secret.state]}</Tag>
      <span className="app-secret-use">
        <Time at={secret.createTime} /> {t('由{name}创建', { name: secret.createBy.name })}
      </span>
      {secret.state === 'rotating' && (
        <Button look="link" danger aria-label={t('停用密钥 {hint}', { hint: secret.hint })} onClick={onRevoke}>
          {t('停用', { context: 'verb' })}
        </Button>
      )}
    </div>
  </li>
)

/** Secrets of a webhook: rotation, and the end of a replaced one. */
export const HookSecrets = ({ app, hook }: Of) => {
  const [overlay, open] = useOverlay()
  const [ask, question] = useConfirm()
  const show = (secret: string) => open((onClosed) => <HookSecretOnce secret={secret} onClose={onClosed} />)
  const rotate = () => open((onClosed) => <RotationForm app={app} hook={hook} onCreated={show} onClosed={onClosed} />)
  const revoke = ({ id: sid, hint }: WebhookSecret) =>
    ask({
      title: t('停用密钥“…{hint}”？', { hint }),
      body: t('停用后，请求不再带有该密钥的签名。'),
      confirm: t('停用', { context: 'verb' }),
      danger: true,
      run: async () => {
        await call(revokeHookSecret, { params: { id: app.id, hookId: hook.id, sid } })
        await invalidate(hooks)
      },
    })
  return (
    <>
      <div className="app-tools hook-head">
        <h3 className="app-section">{t('密钥')}</h3>
        <Button icon={<RotateCw aria-hidden size={16} />} onClick={rotate}>
          {t('轮换密钥')}
        </Button>
      </div>
      <ul className="app-secrets" aria-label={t('Webhook 密钥')}>
        {hook.secrets.map((secret) => (
          <SecretLine key={secret.id} secret={secret} onRevoke={() => revoke(secret)} />
        ))}
      </ul>
      {overlay}
      {question}
    </>
  )
}
