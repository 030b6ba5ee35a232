import { t } from '../ui/texts.ts'
import './shell-loading.css'
import { wasSidebarOpen } from './sidebar-cookie.ts'

/** Skeleton of the shell while it loads. */
export const ShellLoading = () => (
  <div
    className="shell-loading"
    data-sidebar={wasSidebarOpen() ? 'open' : 'collapsed'}
    role="status"
    aria-label={t('加载中...')}
  >
    <div className="shell-loading-sidebar" />
    <div className="shell-loading-bars" />
  </div>
)
