import KitPassword from 'antd/es/input/Password'
import type { Control } from './control.ts'

type SecretInputProps = Control<string> & { count?: { max: number }; placeholder?: string }

/** Input for a password or key: hidden by default, never autofilled. */
export const SecretInput = ({ onChange, ...rest }: SecretInputProps) => (
  <KitPassword autoComplete="new-password" onChange={(event) => onChange?.(event.target.value)} {...rest} />
)
