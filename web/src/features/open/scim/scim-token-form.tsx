import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { CredentialForm } from '../open-apps/public/credential-form.tsx'
import '../open-apis/public/open.css'
import '../open-apps/public/open-apps.css'

const { scim, addScimToken } = appScimContract
type TokenFormProps = { app: OpenAppRow; isRotation: boolean; onCreated: (token: string) => void; onClosed: () => void }

/** Creates a SCIM token; the valid one may end after an overlap. */
export const ScimTokenForm = ({ app, isRotation, onCreated, onClosed }: TokenFormProps) => {
  const write = useWrite(addScimToken, { invalidates: [scim], onDone: ({ token }) => onCreated(token) })
  return (
    <CredentialForm
      what={t('令牌')}
      of={t('同步令牌：{name}', { name: app.name })}
      isRotation={isRotation}
      write={write}
      onClosed={onClosed}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
    />
  )
}

type TokenOnceProps = { app: OpenAppRow; address: string; token: string; onClose: () => void }
/** A new token, shown once with the address to enter beside it. */
export const ScimTokenOnce = ({ app, address, token, onClose }: TokenOnceProps) => (
  <ShownOnceDialog title={t('“{name}”的同步令牌', { name: app.name })} onClose={onClose}>
    <dl className="app-credentials">
      <dt>{t('服务地址')}</dt>
      <dd>
        <code>{address}</code> <CopyButton text={address} what={t('服务地址')} />
      </dd>
      <dt>{t('令牌')}</dt>
      <dd>
        <code>{token}</code> <CopyButton text={token} what={t('令牌')} />
      </dd>
    </dl>
    <p className="open-quiet">{t('令牌仅显示一次，请填入身份平台的用户同步（Provisioning）设置。')}</p>
  </ShownOnceDialog>
)
