import './shell-loading.css'
import { wasSidebarOpen } from './sidebar-cookie.ts'

/** The outline of the shell, where its parts will be, while they are on their way. */
export const ShellLoading = () => (
  <div
    className="shell-loading"
    data-sidebar={wasSidebarOpen() ? 'open' : 'collapsed'}
    role="status"
    aria-label="加载中..."
  >
    <div className="shell-loading-sidebar" />
    <div className="shell-loading-bars" />
  </div>
)
