import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { copyWithToast } from './copy-with-toast.ts'

/** Copies a text and confirms it. `what` describes the text to screen readers. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <Button look="link" icon={<Copy aria-hidden size={14} />} onClick={() => void copyWithToast(text)}>
    复制<span className="visually-hidden">{what}</span>
  </Button>
)
