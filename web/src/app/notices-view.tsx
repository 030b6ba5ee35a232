import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useContext } from 'react'
import { NoticeArticle } from '../features/content/notices/notice-article.tsx'
import { PublicNews } from '../features/content/notices/public-news-page.tsx'
import { PublicNoticeArticle } from '../features/content/notices/public-notice-page.tsx'
import { PublishedPage } from '../features/content/notices/published-page.tsx'
import { useRead } from '../kernel/api/use-read.ts'
import { usePage } from '../kernel/page/page-context.ts'
import { paths } from './paths.ts'
import { LiveSession } from './use-live-session.ts'

const { publishedGet } = publishedNoticesContract
const toPath = (id: string) => `${paths.publicNews}/${id}`
const useIsVisiting = () => Boolean(useContext(LiveSession)?.info.act)

/** Notices at their public address, with a session: the user's own ones, and those for everybody during a visit. */
export const NoticesView = () => (useIsVisiting() ? <PublicNews toPath={toPath} /> : <PublishedPage />)

/** One of them: the user's own notice, or one for everybody. */
export const NoticeView = () => {
  const id = usePage().path.split('/').at(-1) ?? ''
  const isVisiting = useIsVisiting()
  const { error } = useRead(publishedGet, { params: { id } }, { toasts: false, enabled: !isVisiting })
  return (
    <section className="notice-page">
      {isVisiting || error ? <PublicNoticeArticle id={id} /> : <NoticeArticle id={id} />}
    </section>
  )
}
