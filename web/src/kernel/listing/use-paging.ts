import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useDeferredValue, useState } from 'react'

/** Page, sorting and search of an embedded list, which has no address of its own. */
export const usePaging = () => {
  const [{ page, size, sort }, turn] = useState({ page: 1, size: pageSizes[0] as number, sort: '' })
  const [search, setSearch] = useState('')
  const deferredSearch = useDeferredValue(search.trim())
  return {
    /** Query to send. */
    query: { page, size, sort, search: deferredSearch },
    search,
    setSearch(next: string) {
      turn({ page: 1, size, sort })
      setSearch(next)
    },
    /** Returns to the first page, as the listed rows are about to change. */
    restart: () => turn({ page: 1, size, sort }),
    onSort: (next: string) => turn({ page: 1, size, sort: next }),
    onPage: (next: number, nextSize: number) => turn({ page: nextSize === size ? next : 1, size: nextSize, sort }),
  }
}
export type Paging = ReturnType<typeof usePaging>
