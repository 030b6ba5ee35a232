import { CopyButton } from '../../../ui/copy-button.tsx'
import { t } from '../../../ui/texts.ts'
import './generated-password-dialog.css'
import { ShownOnceDialog } from '../../../ui/shown-once-dialog.tsx'

type GeneratedPasswordDialogProps = {
  /** Name of the user. */
  owner: string
  password: string
  onClose: () => void
}

/** Shows a generated password once, to be handed over. */
export const GeneratedPasswordDialog = ({ owner, password, onClose }: GeneratedPasswordDialogProps) => (
  <ShownOnceDialog title={t('“{owner}”的新密码', { owner })} onClose={onClose}>
    <p className="password-once">
      <code>{password}</code>
      <CopyButton text={password} what={t('新密码')} />
    </p>
    <p className="password-once-note">{t('密码仅显示一次，关闭后无法再查看。请以安全方式转交本人。')}</p>
  </ShownOnceDialog>
)
