import { Pagination as KitPagination } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { PageJumper } from './page-jumper.tsx'
import { PageSizes } from './page-sizes.tsx'
import { t } from './texts.ts'
import { useMedia } from './use-media.ts'
import './pagination.css'

type PaginationProps = {
  page: number
  size: number
  sizes: readonly number[]
  /** Undefined until it is known. */
  total: number | undefined
  /** The total is capped: there are more rows than `total`. */
  more: boolean
  onChange: (page: number, size: number) => void
}

const arrows: Record<string, ReactElement> = {
  prev: <ChevronLeft role="img" aria-label={t('上一页')} size={16} />,
  next: <ChevronRight role="img" aria-label={t('下一页')} size={16} />,
}
/** The kit labels its arrows in English. */
const arrow = (_page: number, type: string, usual: ReactNode) =>
  arrows[type] ? (
    <button type="button" tabIndex={-1} className="ant-pagination-item-link">
      {arrows[type]}
    </button>
  ) : (
    usual
  )

/** Pagination: total, sizes, previous, pages, next and page jump. */
export const Pagination = ({ page, size, sizes, total, more, onChange }: PaginationProps) => {
  const narrow = useMedia('(max-width: 991px)')
  // Nothing was found, or the list could not be read.
  if (total === 0) return null
  return (
    <nav aria-label={t('分页')} className="pagination">
      <PageSizes size={size} sizes={sizes} total={total} more={more} onChange={(next) => onChange(page, next)} />
      <KitPagination
        current={page}
        pageSize={size}
        total={total ?? 0}
        showSizeChanger={false}
        itemRender={arrow}
        showLessItems={narrow}
        onChange={onChange}
      />
      <PageJumper pages={Math.max(1, Math.ceil((total ?? 0) / size))} onJump={(to) => onChange(to, size)} />
    </nav>
  )
}
