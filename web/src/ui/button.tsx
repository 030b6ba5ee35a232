import { Button as KitButton } from 'antd'
import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'
import './button.css'

type ButtonProps = {
  children?: ReactNode
  onClick?: () => void
  /** `primary` is the one thing the screen is for; `link` stands inside rows and sentences. */
  look?: 'primary' | 'plain' | 'quiet' | 'link'
  danger?: boolean
  submits?: boolean
  /** The id of the form it submits, when it stands outside it. */
  form?: string
  loading?: boolean
  disabled?: boolean
  icon?: ReactNode | undefined
  'aria-haspopup'?: 'menu'
  /** The whole of what it does, where its words alone leave open to what. */
  'aria-label'?: string
  'aria-expanded'?: boolean
  /** Said where the pointer rests, of a button without words. */
  title?: string
}

const types = { primary: 'primary', plain: 'default', quiet: 'text', link: 'link' } as const

/** A button. In: its words and its look. */
export const Button = ({ look = 'plain', submits = false, danger = false, loading = false, ...rest }: ButtonProps) => (
  <KitButton
    type={types[look]}
    htmlType={submits ? 'submit' : 'button'}
    danger={danger}
    // The kit's own icon calls itself “loading”, and may stay in the button's name when an answer comes at once.
    loading={loading && { icon: <Spinner /> }}
    className={look === 'link' ? 'button-link' : 'button'}
    {...rest}
  />
)
