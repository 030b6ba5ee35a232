import Input from 'antd/es/input/Input'
import type { Control } from './control.ts'
import './line-input.css'

/** `count` marks excess characters, `maxLength` truncates. */
type LineInputProps = Control<string> & { count?: { max: number }; maxLength?: number; placeholder?: string }

/** Single-line text input. */
export const LineInput = ({ onChange, ...rest }: LineInputProps) => (
  <Input className="line-input" autoComplete="off" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
