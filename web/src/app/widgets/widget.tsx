import { type ReactNode, useId } from 'react'

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
