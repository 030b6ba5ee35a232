import { t } from '../ui/texts.ts'
import '../shared/entry/message-page.css'
import { Link } from 'react-router'
import { useDocumentTitle } from '../kernel/page/use-document-title.ts'
import { useSiteTitle } from '../shared/entry/site-title.ts'
import { notFoundPath } from './not-found-path.ts'
import { basename, paths } from './paths.ts'

/** 404 page with a link back. */
export const NotFoundPage = () => {
  useDocumentTitle(t('页面不存在'), useSiteTitle())
  const lost = notFoundPath()
  return (
    <main className="message-page">
      <p className="message-page-code">404</p>
      <h1>{t('页面不存在')}</h1>
      {lost && <code>{basename + lost}</code>}
      <p>{t('地址可能有误，或该页面已移除，请检查地址。')}</p>
      <Link className="plain-button plain-button-primary" to={paths.root} replace>
        {t('返回首页')}
      </Link>
    </main>
  )
}
