import { NewestNotices } from '../../features/content/notices/newest-notices.tsx'
import { HomeApps } from '../../features/open/portal-apps/home-apps.tsx'
import { paths } from '../paths.ts'
import './home-page.css'
import { Waiting } from './waiting.tsx'

const noticePath = (id: string) => `${paths.messages}/${id}`

/** First page: what waits for the user, their applications, and the newest notices. */
export const HomePage = () => (
  <div className="home-page">
    <Waiting />
    <HomeApps
      requests={paths.requests}
      between={
        <div className="home-page-aside">
          <NewestNotices all={paths.messages} one={noticePath} />
        </div>
      }
    />
  </div>
)
