import { Pagination as KitPagination } from 'antd'
import { useMedia } from './use-media.ts'
import './pagination.css'

type PaginationProps = {
  page: number
  size: number
  sizes: readonly number[]
  total: number
  /** The total is capped: there are more rows than `total` says. */
  more: boolean
  onChange: (page: number, size: number) => void
}

/** Total, sizes, previous, pages, next and jumper (spec §9). */
export const Pagination = ({ page, size, sizes, total, more, onChange }: PaginationProps) => {
  const narrow = useMedia('(max-width: 991px)')
  return (
    <nav aria-label="分页" className="pagination">
      <KitPagination
        current={page}
        pageSize={size}
        pageSizeOptions={[...sizes]}
        total={total}
        showTotal={(all) => `共 ${all}${more ? '+' : ''} 条`}
        showSizeChanger={{ showSearch: false, 'aria-label': '每页条数' }}
        showQuickJumper
        showLessItems={narrow}
        onChange={onChange}
      />
    </nav>
  )
}
