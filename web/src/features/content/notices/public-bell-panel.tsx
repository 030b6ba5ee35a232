import { publicNewsContract } from '@atrium/contract/features/content/notices/public-news.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { t } from '../../../ui/texts.ts'
import { BellRow } from './bell-row.tsx'
import { typeNames } from './notice-words.ts'
import '../../../ui/popup-panel.css'
import './bell-panel.css'

const newest = { query: { page: 1, size: 6 } }

/** The newest notices for everybody below the bell, for visits, which have none of their own. */
export const PublicBellPanel = ({ all }: { all: string }) => (
  <section className="popup-panel" role="dialog" aria-label={t('通知')}>
    <h2 className="popup-panel-title">{t('公告与新闻')}</h2>
    <div className="bell-panel">
      <ReadState read={useRead(publicNewsContract.published, newest, { toasts: false })}>
        {({ data }) => (
          <ul className="bell-rows">
            {data.map(({ id, type, title, publishTime }) => (
              <BellRow
                key={id}
                to={`${all}/${id}`}
                type={type}
                title={title}
                note={
                  <>
                    {typeNames[type]} · <RelativeTime at={publishTime} />
                  </>
                }
              />
            ))}
            {data.length === 0 && <li className="bell-empty">{t('暂无公告')}</li>}
          </ul>
        )}
      </ReadState>
      <footer className="bell-foot">
        <Link to={all}>{t('查看全部')}</Link>
      </footer>
    </div>
  </section>
)
