import './text-input.css'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Help text below the input. */
  hint?: string | undefined
  /** Content inside the frame, after the text. */
  after?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** Labelled text input for pages that do not load the kit. */
export const TextInput = ({ label, value, onChange, error, hint, after, ref, ...rest }: Props) => {
  const id = useId()
  const note = error ?? hint
  const described = [note !== undefined && `${id}-note`, rest['aria-describedby']].filter(Boolean).join(' ')
  return (
    <div className="text-input">
      <label className="text-input-label" htmlFor={id}>
        {label}
      </label>
      <div className="text-input-frame">
        <input
          {...rest}
          ref={ref}
          id={id}
          className="text-input-field"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
      <p className={error === undefined ? 'text-input-note' : 'text-input-note text-input-error'} id={`${id}-note`}>
        {note}
      </p>
    </div>
  )
}
