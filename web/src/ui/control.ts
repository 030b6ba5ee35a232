/** What a form field hands to the control inside it; every control passes what it does not use on to its input. */
export type Control<T> = {
  id?: string
  value?: T
  onChange?: (value: T) => void
  onBlur?: () => void
  disabled?: boolean
  'aria-label'?: string
  'aria-required'?: 'true'
  'aria-invalid'?: 'true'
  'aria-describedby'?: string
}
