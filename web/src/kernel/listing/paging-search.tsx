import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import type { Paging } from './use-paging.ts'

type PagingSearchProps = {
  paging: Paging
  label: string
  /** What the search covers. */
  placeholder: string
}

/** Search of an embedded list: searches while typing, starting at the first page. */
export const PagingSearch = ({ paging, label, placeholder }: PagingSearchProps) => (
  <SearchInput
    aria-label={label}
    placeholder={placeholder}
    maxLength={maxSearchLength}
    value={paging.search}
    onChange={paging.setSearch}
  />
)
