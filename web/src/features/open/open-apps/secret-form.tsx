import { secretCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField } from '../../../kernel/forms/fields.tsx'
import { ShownOnceDialog } from '../../../shared/passwords/shown-once-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { affectedReads } from './app-reads.ts'
import '../../../shared/open/open.css'
import './open-apps.css'

type Values = z.input<typeof secretCreate>
type SecretFormProps = { app: OpenAppRow; onCreated: (secret: string) => void; onClosed: () => void }

/** Creates a secret; the others may end after an overlap. */
export const SecretForm = ({ app, onCreated, onClosed }: SecretFormProps) => {
  const write = useWrite(openAppsContract.addSecret, {
    invalidates: affectedReads,
    onDone: ({ secret }) => onCreated(secret),
  })
  const isRotation = app.secrets > 0
  return (
    <DrawerForm
      title={`${isRotation ? '轮换' : '新增'}密钥：${app.name}`}
      schema={secretCreate}
      labels={{ ...(isRotation && { overlapHours: '旧密钥保留（小时）' }), expireTime: '到期时间' }}
      initial={{ expireTime: null, overlapHours: isRotation ? 24 : null }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
      onClosed={onClosed}
    >
      {isRotation && (
        <NumberField<Values>
          name="overlapHours"
          help="保留期内新旧密钥均有效，到时旧密钥自动失效；0 为立即失效，不填则保留至原到期时间"
        />
      )}
      <DateTimeField<Values> name="expireTime" placeholder="不限" help="到期后须更换新密钥" />
    </DrawerForm>
  )
}

/** A new secret, shown once. */
export const SecretOnce = ({ app, secret, onClose }: { app: OpenAppRow; secret: string; onClose: () => void }) => (
  <ShownOnceDialog title={`“${app.name}”的密钥`} onClose={onClose}>
    <dl className="app-credentials">
      <dt>AppKey</dt>
      <dd>
        <code>{app.appKey}</code> <CopyButton text={app.appKey} what="AppKey" />
      </dd>
      <dt>密钥</dt>
      <dd>
        <code>{secret}</code> <CopyButton text={secret} what="密钥" />
      </dd>
    </dl>
    <p className="open-quiet">密钥仅显示一次，请妥善保存，勿写入网页或客户端代码。</p>
  </ShownOnceDialog>
)
