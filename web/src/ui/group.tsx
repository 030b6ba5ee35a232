import type { ReactNode } from 'react'

type GroupProps = { className: string; label: string | undefined; children: ReactNode }

/** A named group of commands. */
export const Group = ({ className, label, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields, and not allowed inside a menu
  <div className={className} role="group" aria-label={label}>
    {children}
  </div>
)
