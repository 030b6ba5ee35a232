import { Input } from 'antd'
import type { Control } from './control.ts'
import './text-area.css'

type TextAreaProps = Control<string> & { count?: { max: number }; placeholder?: string }

/**
 * Several lines of text; grows with what is typed, up to a bound.
 * By CSS: the kit's own way writes a style attribute, which the content security policy refuses.
 */
export const TextArea = ({ onChange, ...rest }: TextAreaProps) => (
  <Input.TextArea rows={2} className="text-area" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
