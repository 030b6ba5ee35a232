import { useSyncExternalStore } from 'react'
import { t } from '../../ui/texts.ts'

const subscribe = (changed: () => void) => {
  for (const name of ['online', 'offline']) addEventListener(name, changed)
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, changed)
  }
}

/** Says that the browser has no network. */
export const OfflineBar = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return <div role="status">{!online && <p className="portal-offline">{t('网络已断开，恢复后可继续操作')}</p>}</div>
}
