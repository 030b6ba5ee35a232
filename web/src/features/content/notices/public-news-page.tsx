import { type PublicRow, publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { PublicFrame } from '../../../shared/public-page/public-frame.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { typeNames } from './notice-words.ts'
import './public-news.css'

const size = 20

const Row = ({ row: { type, title, summary, top, publishTime }, to }: { row: PublicRow; to: string }) => (
  <li>
    <Link to={to}>
      <span className="public-news-title">
        {top && <Tag tone="accent">置顶</Tag>}
        {title}
      </span>
      {summary && <span className="public-news-summary">{summary}</span>}
      <span className="public-news-note">{`${typeNames[type]} · ${formatMoment(publishTime).slice(0, 10)}`}</span>
    </Link>
  </li>
)

/** Notices and news for everybody. */
export const PublicNewsPage = ({ pathOf, signIn }: { pathOf: (id: string) => string; signIn: string }) => {
  const [page, setPage] = useState(1)
  const read = useRead(publicNewsContract.published, { query: { page, size } }, { toasts: false })
  return (
    <PublicFrame title="公告与新闻" signIn={signIn}>
      <h1>公告与新闻</h1>
      <ReadState read={read}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty title="暂无公告" />
          ) : (
            <>
              <ul className="public-news-rows">
                {data.map((row) => (
                  <Row key={row.id} row={row} to={pathOf(row.id)} />
                ))}
              </ul>
              {total > size && (
                <nav className="public-news-pages" aria-label="分页">
                  <PlainButton disabled={page === 1} onClick={() => setPage(page - 1)}>
                    上一页
                  </PlainButton>
                  <span>{`第 ${page} 页，共 ${Math.ceil(total / size)} 页`}</span>
                  <PlainButton disabled={page * size >= total} onClick={() => setPage(page + 1)}>
                    下一页
                  </PlainButton>
                </nav>
              )}
            </>
          )
        }
      </ReadState>
    </PublicFrame>
  )
}
