import { Input } from 'antd'
import type { Control } from './control.ts'

type LineInputProps = Control<string> & { maxLength?: number; placeholder?: string }

/** One line of text, in the kit's clothes. */
export const LineInput = ({ onChange, ...rest }: LineInputProps) => (
  <Input autoComplete="off" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
