import './plain-checkbox.css'
import { type ReactNode, useId } from 'react'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  name?: string | undefined
  children: ReactNode
}

/** Checkbox for pages that do not load the kit. */
export const PlainCheckbox = ({ checked, onChange, error, name, children }: Props) => {
  const id = useId()
  return (
    <div className="plain-checkbox">
      <label className="plain-checkbox-label">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
        />
        <span>{children}</span>
      </label>
      {error !== undefined && (
        <p className="text-input-note text-input-error" id={`${id}-note`}>
          {error}
        </p>
      )}
    </div>
  )
}
