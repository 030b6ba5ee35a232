import type { ReactNode } from 'react'

type SearchFormProps = {
  className: string
  onSubmit: () => void
  children: ReactNode
}

/** A form that searches instead of saving. */
export const SearchForm = ({ className, onSubmit, children }: SearchFormProps) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> would be the element, but it does not submit
  <form
    role="search"
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
  </form>
)
