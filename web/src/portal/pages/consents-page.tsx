import { OwnConsents } from '../../features/open/oidc/own-consents.tsx'
import { Empty } from '../../ui/empty.tsx'
import { t } from '../../ui/texts.ts'
import './own-page.css'

/** What the user has allowed applications. */
export const ConsentsPage = () => (
  <OwnConsents
    empty={
      <div className="own-page">
        <Empty title={t('暂无已授权的应用')} hint={t('授权的应用在此显示，可随时取消。')} />
      </div>
    }
  />
)
