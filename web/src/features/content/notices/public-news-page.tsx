import { type PublicRow, publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { PublicFrame } from '../../../shared/public-page/public-frame.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PlainPages } from '../../../ui/plain-pages.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { typeNames } from './notice-words.ts'
import './public-news.css'

const size = 20

const Row = ({ row: { type, title, summary, top, publishTime }, to }: { row: PublicRow; to: string }) => (
  <li>
    <Link to={to}>
      <span className="public-news-title">
        {top && <Tag tone="accent">{t('置顶')}</Tag>}
        {title}
      </span>
      {summary && <span className="public-news-summary">{summary}</span>}
      <span className="public-news-note">{`${typeNames[type]} · ${formatMoment(publishTime).slice(0, 10)}`}</span>
    </Link>
  </li>
)

type ToPath = (id: string) => string

/** Notices and news for everybody. */
export const PublicNews = ({ toPath }: { toPath: ToPath }) => {
  const [page, setPage] = useState(1)
  const read = useRead(publicNewsContract.published, { query: { page, size } }, { toasts: false })
  return (
    <ReadState read={read}>
      {({ data, total }) =>
        data.length === 0 ? (
          <Empty title={t('暂无公告')} />
        ) : (
          <>
            <ul className="public-news-rows">
              {data.map((row) => (
                <Row key={row.id} row={row} to={toPath(row.id)} />
              ))}
            </ul>
            <PlainPages page={page} size={size} total={total} onTurn={setPage} />
          </>
        )
      }
    </ReadState>
  )
}

/** They on a page that needs no session. */
export const PublicNewsPage = ({ toPath, signIn }: { toPath: ToPath; signIn: string }) => (
  <PublicFrame title={t('公告与新闻')} signIn={signIn}>
    <h1>{t('公告与新闻')}</h1>
    <PublicNews toPath={toPath} />
  </PublicFrame>
)
