import { Input } from 'antd'
import type { Control } from './control.ts'

type SecretInputProps = Control<string> & { count?: { max: number }; placeholder?: string }

/** A password or key: hidden until asked for, never filled in by the browser. */
export const SecretInput = ({ onChange, ...rest }: SecretInputProps) => (
  <Input.Password autoComplete="new-password" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
