import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { toast } from './toast.ts'

/** Copies a text and confirms it. `what` describes the text to screen readers. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const copy = async () =>
    (await copyText(text)) ? toast.success('已复制') : toast.error('浏览器不允许复制，请手动选择')
  return (
    <Button look="link" icon={<Copy aria-hidden size={14} />} onClick={() => void copy()}>
      复制<span className="visually-hidden">{what}</span>
    </Button>
  )
}
