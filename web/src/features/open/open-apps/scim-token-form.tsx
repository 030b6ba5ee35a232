import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import { secretCreate } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, NumberField } from '../../../kernel/forms/fields.tsx'
import { ShownOnceDialog } from '../../../shared/passwords/shown-once-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import '../../../shared/open/open.css'
import './open-apps.css'

const { scim, addScimToken } = appScimContract
type Values = z.input<typeof secretCreate>
type TokenFormProps = { app: OpenAppRow; isRotation: boolean; onCreated: (token: string) => void; onClosed: () => void }

/** Creates a SCIM token; the valid one may end after an overlap. */
export const ScimTokenForm = ({ app, isRotation, onCreated, onClosed }: TokenFormProps) => {
  const write = useWrite(addScimToken, { invalidates: [scim], onDone: ({ token }) => onCreated(token) })
  return (
    <DrawerForm
      title={`${isRotation ? '轮换' : '新增'}同步令牌：${app.name}`}
      schema={secretCreate}
      labels={{ ...(isRotation && { overlapHours: '旧令牌保留（小时）' }), expireTime: '到期时间' }}
      initial={{ expireTime: null, overlapHours: isRotation ? 24 : null }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
      onClosed={onClosed}
    >
      {isRotation && (
        <NumberField<Values>
          name="overlapHours"
          help="保留期内新旧令牌均有效，到时旧令牌自动失效；0 为立即失效，不填则保留至原到期时间"
        />
      )}
      <DateTimeField<Values> name="expireTime" placeholder="不限" help="到期后须更换新令牌" />
    </DrawerForm>
  )
}

type TokenOnceProps = { app: OpenAppRow; address: string; token: string; onClose: () => void }
/** A new token, shown once with the address to enter beside it. */
export const ScimTokenOnce = ({ app, address, token, onClose }: TokenOnceProps) => (
  <ShownOnceDialog title={`“${app.name}”的同步令牌`} onClose={onClose}>
    <dl className="app-credentials">
      <dt>服务地址</dt>
      <dd>
        <code>{address}</code> <CopyButton text={address} what="服务地址" />
      </dd>
      <dt>令牌</dt>
      <dd>
        <code>{token}</code> <CopyButton text={token} what="令牌" />
      </dd>
    </dl>
    <p className="open-quiet">令牌仅显示一次，请填入身份平台的用户同步（Provisioning）设置。</p>
  </ShownOnceDialog>
)
