import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useDeferredValue, useState } from 'react'

/** Page, order and words of a list that is part of a page, and so has no address of its own. */
export const usePaging = () => {
  const [{ page, size, sort }, turn] = useState({ page: 1, size: pageSizes[0] as number, sort: '' })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  return {
    /** What to ask for. */
    query: { page, size, sort, search: wanted },
    search,
    setSearch(next: string) {
      turn({ page: 1, size, sort })
      setSearch(next)
    },
    /** Begins at the first page again: what is listed is about to change. */
    restart: () => turn({ page: 1, size, sort }),
    onSort: (next: string) => turn({ page: 1, size, sort: next }),
    onPage: (next: number, nextSize: number) => turn({ page: nextSize === size ? next : 1, size: nextSize, sort }),
  }
}
export type Paging = ReturnType<typeof usePaging>
