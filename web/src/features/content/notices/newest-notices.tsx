import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { HomeSection } from '../../../ui/home-section.tsx'
import { t } from '../../../ui/texts.ts'
import { NoticeLink } from './notice-link.tsx'

const request = { query: { page: 1, size: 3 } }

type NewestNoticesProps = { /** Addresses of all notices, and of one. */ all: string; one: (id: string) => string }

/** The newest notices that reach the user, unread ones first. */
export const NewestNotices = ({ all, one }: NewestNoticesProps) => {
  const read = useRead(publishedNoticesContract.published, request, { toasts: false })
  return (
    <HomeSection
      title={t('最新公告')}
      end={
        <Link className="home-section-action" to={all}>
          {t('查看全部')}
        </Link>
      }
    >
      <ReadState read={read} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('暂无公告')} />
          ) : (
            <ul>
              {data.map((row) => (
                <NoticeLink key={row.id} row={row} to={one(row.id)} />
              ))}
            </ul>
          )
        }
      </ReadState>
    </HomeSection>
  )
}
