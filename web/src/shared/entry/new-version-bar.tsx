import { t } from '../../ui/texts.ts'
import './new-version-bar.css'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/api/call.ts'

const minIntervalMs = 60_000

/** Whether the server has a newer version than this page; checked on window focus, at most once a minute. */
const useNewerVersion = (loaded: string): boolean => {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    let lastCheck = Date.now()
    const checkVersion = async () => {
      if (Date.now() - lastCheck < minIntervalMs) return
      lastCheck = Date.now()
      const tags = await call(systemSettingsContract.tags, {}, { toasts: false }).catch(() => undefined)
      if (tags) setNewer(tags.version !== loaded)
    }
    addEventListener('focus', checkVersion)
    return () => removeEventListener('focus', checkVersion)
  }, [loaded])
  return newer
}

/** Announces a new version; the user decides when to reload. */
export const NewVersionBar = ({ loaded }: { loaded: string }) => (
  <div role="status">
    {useNewerVersion(loaded) && (
      <button type="button" className="new-version-bar" onClick={() => location.reload()}>
        <RefreshCw size={14} aria-hidden="true" />
        {t('有新版本，点击刷新')}
      </button>
    )}
  </div>
)
