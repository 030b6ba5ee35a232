import { sharePath } from '@atrium/contract/features/content/documents/share-path.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { t } from '../../../ui/texts.ts'
import './documents.css'

const toAddress = (token: string) =>
  `${location.origin}${import.meta.env.BASE_URL.replace(/\/$/, '')}${sharePath}/${token}`

/** Shows a new link, which cannot be shown again. */
export const NewLinkDialog = ({ token, onClosed }: { token: string; onClosed: () => void }) => (
  <Dialog
    once
    title={t('分享链接已生成')}
    onClose={onClosed}
    footer={
      <Button look="primary" onClick={onClosed}>
        {t('完成')}
      </Button>
    }
  >
    <p>{t('链接仅显示一次，请复制后发送给对方。')}</p>
    <p className="document-address">
      <code>{toAddress(token)}</code> <CopyButton text={toAddress(token)} what={t('分享链接')} />
    </p>
  </Dialog>
)
