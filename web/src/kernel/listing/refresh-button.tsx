import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'

type RefreshButtonProps = { loading: boolean; onClick: () => void }

/** Reads a list again. */
export const RefreshButton = ({ loading, onClick }: RefreshButtonProps) => (
  <span className="search-bar-icons">
    <Button
      aria-label={t('刷新')}
      title={t('刷新')}
      onClick={onClick}
      icon={<RefreshCw aria-hidden size={14} className={loading ? 'turning' : undefined} />}
    />
  </span>
)
