import { OwnConsents } from '../../features/open/oidc/own-consents.tsx'
import { Empty } from '../../ui/empty.tsx'
import './own-page.css'

/** What the user has allowed applications. */
export const ConsentsPage = () => (
  <OwnConsents
    empty={
      <div className="own-page">
        <Empty title="暂无已授权的应用" hint="授权的应用在此显示，可随时取消。" />
      </div>
    }
  />
)
