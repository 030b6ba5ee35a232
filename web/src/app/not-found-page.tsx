import './message-page.css'
import { Link } from 'react-router'
import { useDocumentTitle } from '../kernel/page/use-document-title.ts'
import { paths } from './paths.ts'
import { useSiteTitle } from './site-title.ts'

/** Where unknown addresses end, with a way back. */
export const NotFoundPage = () => {
  useDocumentTitle('页面不存在', useSiteTitle())
  return (
    <main className="message-page">
      <p className="message-page-code">404</p>
      <h1>页面不存在</h1>
      <p>地址可能输错了，或者您没有打开它的权限</p>
      <Link className="plain-button plain-button-primary" to={paths.root} replace>
        返回首页
      </Link>
    </main>
  )
}
