import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './app-reads.ts'
import { CredentialForm } from './public/credential-form.tsx'
import '../open-apis/public/open.css'
import './public/open-apps.css'

type SecretFormProps = { app: OpenAppRow; onCreated: (secret: string) => void; onClosed: () => void }

/** Creates a secret; the others may end after an overlap. */
export const SecretForm = ({ app, onCreated, onClosed }: SecretFormProps) => {
  const write = useWrite(openAppsContract.addSecret, {
    invalidates: affectedReads,
    onDone: ({ secret }) => onCreated(secret),
  })
  return (
    <CredentialForm
      what={t('密钥')}
      of={t('密钥：{name}', { name: app.name })}
      isRotation={app.secrets > 0}
      write={write}
      onClosed={onClosed}
      onSubmit={(body) => write.mutateAsync({ params: { id: app.id }, body })}
    />
  )
}

/** A new secret, shown once. */
export const SecretOnce = ({ app, secret, onClose }: { app: OpenAppRow; secret: string; onClose: () => void }) => (
  <ShownOnceDialog title={t('“{name}”的密钥', { name: app.name })} onClose={onClose}>
    <dl className="app-credentials">
      <dt>AppKey</dt>
      <dd>
        <code>{app.appKey}</code> <CopyButton text={app.appKey} what="AppKey" />
      </dd>
      <dt>{t('密钥')}</dt>
      <dd>
        <code>{secret}</code> <CopyButton text={secret} what={t('密钥')} />
      </dd>
    </dl>
    <p className="open-quiet">{t('密钥仅显示一次，请妥善保存，勿写入网页或客户端代码。')}</p>
  </ShownOnceDialog>
)
