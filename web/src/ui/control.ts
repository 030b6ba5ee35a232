/** Props that a form field passes to its control; a control passes unused ones on to its input. */
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
