import { t } from '../../ui/texts.ts'
import './connection-bar.css'
import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { CallError, noAnswer } from '../../kernel/api/call-error.ts'
import { suspectLoss, useConnection } from '../../kernel/api/connection.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { formatClock } from '../../ui/time.tsx'

/** As a server answers that is being replaced, by what stands before it. */
const gatewayCodes: readonly number[] = [noAnswer, 502, 503, 504]
const isAway = (error: unknown) => error instanceof CallError && gatewayCodes.includes(error.code)

/** Asks whether the server is there after a call without an answer, and when the browser goes offline. */
const watchCalls = () => {
  const suspect = () => void suspectLoss()
  const stops = [queryClient.getQueryCache(), queryClient.getMutationCache()].map((cache) =>
    cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error)) suspect()
    }),
  )
  addEventListener('offline', suspect)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('offline', suspect)
  }
}

/** When the oldest data on the page were read; undefined for a page without data that change. */
const findReadAt = (): number | undefined => {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const changing = shown.filter(({ observers }) =>
    observers.some(({ options }) => options.staleTime !== Number.POSITIVE_INFINITY),
  )
  const times = changing.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Everybody comes back at the same moment. */
const jitterMs = 1500
const refetchFailed = () => {
  setTimeout(
    () => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }),
    Math.random() * jitterMs,
  )
}

/** Says that the server is away and how old the data on the page are; goes, and reads what failed, when it is back. */
export const ConnectionBar = () => {
  const isLost = useConnection(({ lostAt }) => lostAt !== undefined)
  useEffect(watchCalls, [])
  useEffect(() => (isLost ? refetchFailed : undefined), [isLost])
  const readAt = isLost ? findReadAt() : undefined
  return (
    <div role="status">
      {isLost && (
        <p className="connection-bar">
          <WifiOff size={16} aria-hidden="true" />
          <span>{t('连接已断开，正在重连…')}</span>
          {readAt !== undefined && <span>{t('显示的是 {readAt} 的数据', { readAt: formatClock(readAt) })}</span>}
        </p>
      )}
    </div>
  )
}
