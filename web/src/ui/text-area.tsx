import KitTextArea from 'antd/es/input/TextArea'
import type { Control } from './control.ts'
import './text-area.css'

type TextAreaProps = Control<string> & { count?: { max: number }; placeholder?: string }

/**
 * Multi-line text input that grows with its content, up to a limit. Sized by CSS: the kit's way sets a style attribute,
 * which the content security policy refuses.
 */
export const TextArea = ({ onChange, ...rest }: TextAreaProps) => (
  <KitTextArea rows={2} className="text-area" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
