import { Input } from 'antd'
import type { Control } from './control.ts'
import './line-input.css'

type LineInputProps = Control<string> & { maxLength?: number; placeholder?: string }

/** One line of text, in the kit's clothes. */
export const LineInput = ({ onChange, ...rest }: LineInputProps) => (
  <Input className="line-input" autoComplete="off" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
