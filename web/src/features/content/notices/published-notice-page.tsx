import { usePage } from '../../../kernel/page/page-context.ts'
import { NoticeArticle } from './notice-article.tsx'
import './notices.css'

/** One notice at an address of its own, whose last segment is its id. */
export const PublishedNoticePage = () => (
  <section className="notice-page">
    <NoticeArticle id={usePage().path.split('/').at(-1) ?? ''} />
  </section>
)
