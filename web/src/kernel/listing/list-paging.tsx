import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { KeysetPagination } from '../../ui/keyset-pagination.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { getSeq, type ShownList } from './use-shown-list.ts'

type PagingProps = { list: ShownList<object> }

const KeysetPaging = ({ list: { rows, total, more, state, change } }: PagingProps) => {
  const isPastFirstPage = state.after !== undefined || state.before !== undefined
  // A page that is not full is the last one; so is one that shows all rows.
  const hasNextPage = rows.length === state.size && (isPastFirstPage || more || total > rows.length)
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <KeysetPagination
      total={total}
      more={more}
      onNewest={isPastFirstPage ? () => change({}) : undefined}
      onNewer={isPastFirstPage ? () => change(first ? { before: getSeq(first) } : {}) : undefined}
      onOlder={hasNextPage && last ? () => change({ after: getSeq(last) }) : undefined}
      sizes={{ size: state.size, sizes: pageSizes, onChange: (size) => change({ size }) }}
    />
  )
}

const NumberedPaging = ({ list: { page, rows, loading, total, more, state, change } }: PagingProps) => (
  <Pagination
    page={page}
    size={state.size}
    sizes={pageSizes}
    total={loading && rows.length === 0 ? undefined : total}
    more={more}
    onChange={(next, size) => change(size === state.size ? { page: next } : { size })}
  />
)

/** Pages of a list, by key or by number. */
export const ListPaging = ({ list }: PagingProps) => {
  if (list.keyset) return <KeysetPaging list={list} />
  return list.paged ? <NumberedPaging list={list} /> : null
}
