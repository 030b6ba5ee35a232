import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { Button } from './button.tsx'
import { PageSizes } from './page-sizes.tsx'
import './pagination.css'

type KeysetPaginationProps = {
  total: number
  /** The total is capped: there are more rows than `total`. */
  more: boolean
  /** Go to the newest, newer and older rows; undefined if there are none. */
  onNewest: (() => void) | undefined
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
  /** Page sizes, if selectable. */
  sizes?: { size: number; sizes: readonly number[]; onChange: (size: number) => void }
}

/** Pagination without page numbers, for very long lists: total, sizes, newest, previous and next. */
export const KeysetPagination = ({ total, more, onNewest, onNewer, onOlder, sizes }: KeysetPaginationProps) =>
  // Nothing was found, or the list could not be read.
  (total > 0 || onNewest) && (
    <nav aria-label="分页" className="pagination keyset-pagination">
      {sizes ? (
        <PageSizes total={total} more={more} {...sizes} />
      ) : (
        <span className="pagination-total">{`共 ${total}${more ? '+' : ''} 条`}</span>
      )}
      <Button
        icon={<ChevronsLeft aria-hidden size={16} />}
        disabled={!onNewest}
        {...(onNewest ? { onClick: onNewest } : {})}
      >
        最新
      </Button>
      <Button
        icon={<ChevronLeft aria-hidden size={16} />}
        disabled={!onNewer}
        {...(onNewer ? { onClick: onNewer } : {})}
      >
        上一页
      </Button>
      <Button
        icon={<ChevronRight aria-hidden size={16} />}
        disabled={!onOlder}
        {...(onOlder ? { onClick: onOlder } : {})}
      >
        下一页
      </Button>
    </nav>
  )
