import type { ReactNode, Ref } from 'react'

type SearchFormProps = {
  formRef?: Ref<HTMLFormElement>
  className: string
  onSubmit: () => void
  children: ReactNode
}

/** A form that searches instead of saving. */
export const SearchForm = ({ formRef, className, onSubmit, children }: SearchFormProps) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> would be the element, but it does not submit
  <form
    ref={formRef}
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
