import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { t } from '../../ui/texts.ts'

type CancelButtonProps = { busy: boolean; onCancel: () => void }

/** Cancels a form. It shows a running task like the button beside it, and can still be pressed: that warns. */
export const CancelButton = ({ busy, onCancel }: CancelButtonProps) => (
  <Button onClick={onCancel} icon={busy ? <Spinner /> : undefined}>
    {t('取消')}
  </Button>
)
