import { t } from '../../ui/texts.ts'
import '../../shared/entry/message-page.css'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** An address that the portal does not have. */
export const NotFoundPage = () => (
  <div className="message-page">
    <p className="message-page-code">404</p>
    <h1>{t('页面不存在')}</h1>
    <p>{t('地址可能有误，或页面已被移除')}</p>
    <Link className="plain-button plain-button-primary" to={paths.home} replace>
      {t('返回首页')}
    </Link>
  </div>
)
