import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Paging } from './use-paging.ts'

type PagingSearchProps = {
  paging: Paging
  label: string
  /** What is searched in. */
  placeholder: string
}

/** The search of a list that is part of a page: it finds while somebody types, from the first page on. */
export const PagingSearch = ({ paging, label, placeholder }: PagingSearchProps) => (
  <SearchInput
    aria-label={label}
    placeholder={placeholder}
    maxLength={maxSearchLength}
    value={paging.search}
    onChange={paging.setSearch}
  />
)
