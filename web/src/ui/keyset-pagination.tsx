import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { Button } from './button.tsx'
import { PageSizes } from './page-sizes.tsx'
import { t } from './texts.ts'
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
    <nav aria-label={t('分页')} className="pagination keyset-pagination">
      {sizes ? (
        <PageSizes total={total} more={more} {...sizes} />
      ) : (
        <span className="pagination-total">{t('共 {total}{value} 条', { total, value: more ? '+' : '' })}</span>
      )}
      <Button
        icon={<ChevronsLeft aria-hidden size={16} />}
        disabled={!onNewest}
        {...(onNewest ? { onClick: onNewest } : {})}
      >
        {t('最新')}
      </Button>
      <Button
        icon={<ChevronLeft aria-hidden size={16} />}
        disabled={!onNewer}
        {...(onNewer ? { onClick: onNewer } : {})}
      >
        {t('上一页')}
      </Button>
      <Button
        icon={<ChevronRight aria-hidden size={16} />}
        disabled={!onOlder}
        {...(onOlder ? { onClick: onOlder } : {})}
      >
        {t('下一页')}
      </Button>
    </nav>
  )
