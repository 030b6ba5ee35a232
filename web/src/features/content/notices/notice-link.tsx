import type { PublishedRow } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { Link } from 'react-router'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { NoticeTags } from './notice-tags.tsx'
import { typeNames } from './notice-words.ts'
import './notice-link.css'

/** A notice as a line that opens it. */
export const NoticeLink = ({ row, to }: { row: PublishedRow; to: string }) => {
  const { type, title, summary, level, top, ack, publishTime, updateTime, mine } = row
  return (
    <li className="notice-link">
      <Link to={to} data-unread={!mine.read || undefined}>
        <span className="notice-link-title">
          {!mine.read && <span className="visually-hidden">{t('未读')}</span>}
          {title}
        </span>
        {summary && <span className="notice-link-summary">{summary}</span>}
        <span className="notice-link-note">
          <NoticeTags level={level} top={top} ack={ack && !mine.acked} updated={updateTime !== null} />
          {ack && mine.acked && <Tag tone="good">{t('已确认')}</Tag>}
          <span>
            {typeNames[type]} · <RelativeTime at={publishTime} />
          </span>
        </span>
      </Link>
    </li>
  )
}
