import './home-section.css'
import { type ReactNode, useId } from 'react'

type HomeSectionProps = {
  title: string /** Beside the title: a link or button of the class `home-section-action`. */
  end?: ReactNode
  children: ReactNode
}

/** A part of the portal's pages, below its title. */
export const HomeSection = ({ title, end, children }: HomeSectionProps) => {
  const id = useId()
  return (
    <section className="home-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  )
}
