import { Input } from 'antd'
import type { Control } from './control.ts'
import './line-input.css'

/** `count` marks what is too long, `maxLength` cuts it off. */
type LineInputProps = Control<string> & { count?: { max: number }; maxLength?: number; placeholder?: string }

/** One line of text, in the kit's clothes. */
export const LineInput = ({ onChange, ...rest }: LineInputProps) => (
  <Input className="line-input" autoComplete="off" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
