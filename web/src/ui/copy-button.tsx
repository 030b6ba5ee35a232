import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { copyWithToast } from './copy-with-toast.ts'
import { rich } from './rich.ts'

/** Copies a text and confirms it. `what` describes the text to screen readers. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <Button look="link" icon={<Copy aria-hidden size={14} />} onClick={() => void copyWithToast(text)}>
    {rich('复制{what}', { what: <span className="visually-hidden">{what}</span> })}
  </Button>
)
