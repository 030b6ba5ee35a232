import { t } from '../ui/texts.ts'
import './portal-loading.css'

/** Skeleton of the portal while it loads. */
export const PortalLoading = () => (
  <div className="portal-loading" role="status" aria-label={t('加载中...')}>
    <div className="portal-loading-bar" />
    <div className="portal-loading-page" />
    <div className="portal-loading-bar" />
  </div>
)
