import { Button as KitButton } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import './button.css'

type ButtonProps = {
  children?: ReactNode
  onClick?: (event: MouseEvent<HTMLElement>) => void
  /** `primary` is the main action of the screen; `link` is used in rows and text. */
  look?: 'primary' | 'plain' | 'quiet' | 'link'
  danger?: boolean
  submits?: boolean
  /** Id of the form to submit, if the button is outside it. */
  form?: string
  loading?: boolean
  disabled?: boolean
  icon?: ReactNode | undefined
  'aria-haspopup'?: 'menu'
  /** Full description, if the label alone is ambiguous. */
  'aria-label'?: string
  'aria-expanded'?: boolean
  /** Tooltip of an icon-only button. */
  title?: string
}

const types = { primary: 'primary', plain: 'default', quiet: 'text', link: 'link' } as const

export const Button = ({ look = 'plain', submits = false, danger = false, loading = false, ...rest }: ButtonProps) => (
  <KitButton
    type={types[look]}
    htmlType={submits ? 'submit' : 'button'}
    danger={danger}
    // The kit's own icon is labelled “loading”, which could remain in the button's accessible name.
    loading={loading && { icon: <Spinner /> }}
    className={look === 'link' ? 'button-link' : 'button'}
    {...rest}
  />
)
