import { Copy, Download } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { saveRecoveryCodes } from './public/save-recovery-codes.ts'

/** Asked before leaving unsaved codes. */
export const codesNotKept = {
  title: t('尚未保存恢复码'),
  body: t('恢复码仅显示一次，关闭后无法再查看。'),
  confirm: t('仍然关闭'),
}

/** Codes shown only once. `onKept` is called when they are copied or downloaded. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const list = useRef<HTMLOListElement>(null)
  // The previous step's focused button is gone.
  useLayoutEffect(() => list.current?.focus(), [])
  const copy = async () => {
    if (!(await copyText(codes.join('\n')))) return toast.error(t('浏览器不允许复制，请手动选择'))
    onKept()
    toast.success(t('已复制'))
  }
  const save = () => {
    saveRecoveryCodes(codes)
    onKept()
  }
  return (
    <>
      <Note space="small">
        {t('手机不在身边时，可以用恢复码完成二次验证，每个仅可使用一次。恢复码仅显示一次，请妥善保存。')}
      </Note>
      <ol ref={list} className="recovery-codes" aria-label={t('恢复码')} tabIndex={-1}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="security-buttons">
        <Button icon={<Copy aria-hidden size={14} />} onClick={() => void copy()}>
          {t('复制')}
        </Button>
        <Button icon={<Download aria-hidden size={14} />} onClick={save}>
          {t('下载')}
        </Button>
      </div>
    </>
  )
}
