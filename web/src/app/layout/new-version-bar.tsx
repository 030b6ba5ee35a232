import './new-version-bar.css'
import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/api/call.ts'

const pause = 60_000

/** Whether the server has become newer than this page; asked when the window gets the focus, at most once a minute. */
const useNewerVersion = (loaded: string): boolean => {
  const [newer, setNewer] = useState(false)
  useEffect(() => {
    let asked = Date.now()
    const ask = async () => {
      if (Date.now() - asked < pause) return
      asked = Date.now()
      const tags = await call(systemSettingsContract.tags, {}, { toasts: false }).catch(() => undefined)
      if (tags) setNewer(tags.version !== loaded)
    }
    addEventListener('focus', ask)
    return () => removeEventListener('focus', ask)
  }, [loaded])
  return newer
}

/** Says that there is a new version, and leaves it to the person when to take it. */
export const NewVersionBar = ({ loaded }: { loaded: string }) => (
  <div role="status">
    {useNewerVersion(loaded) && (
      <button type="button" className="new-version-bar" onClick={() => location.reload()}>
        <RefreshCw size={14} aria-hidden="true" />
        有新版本，点击刷新
      </button>
    )}
  </div>
)
