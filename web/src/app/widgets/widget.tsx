import { type ReactNode, useId } from 'react'
import { Group } from '../../ui/group.tsx'

/** A widget in one of its states. */
export const Widget = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="widget" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Controls of a widget side by side. */
export const WidgetRow = ({ children }: { children: ReactNode }) => <div className="widget-row">{children}</div>

/** One of several samples in a row, named by its state. */
export const WidgetSample = ({ label, children }: { label: string; children: ReactNode }) => (
  <Group className="widget-sample" label={label}>
    <span aria-hidden="true">{label}</span>
    {children}
  </Group>
)
