import { OwnNotices } from '../../features/content/notices/own-notices.tsx'
import { paths } from '../paths.ts'
import './own-page.css'

const toPath = (id: string) => `${paths.messages}/${id}`

/** Notices that reach the user. */
export const MessagesPage = () => (
  <div className="own-page">
    <OwnNotices one={toPath} />
  </div>
)
