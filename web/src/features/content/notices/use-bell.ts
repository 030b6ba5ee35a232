import { noticesChanged } from '@atrium/contract/features/content/notices/notice-topics.ts'
import type { Bell } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { readersReads } from './notice-reads.ts'

/** A notice for everybody is asked for by everybody: not at the same moment. */
const jitterMs = 1500
/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1

const refetch = () => void Promise.all(readersReads.map(invalidate))
const refetchSoon = () => void setTimeout(refetch, Math.random() * jitterMs)

/**
 * The user's unread notices, kept up to date: asked again after each event, after a stream that was cut, and when a
 * scheduled notice starts or one ends. Undefined until the page has settled.
 */
export const useBell = (whenSettled: (work: () => undefined) => () => void): Bell | undefined => {
  const [settled, setSettled] = useState(false)
  const settle = useEffectEvent(() => setSettled(true))
  useEffect(
    () =>
      whenSettled(() => {
        settle()
        return undefined
      }),
    [whenSettled],
  )
  useEffect(() => subscribe(noticesChanged, refetchSoon), [])
  const { data: bell } = useRead(
    publishedNoticesContract.bell,
    {},
    { enabled: settled, staleTime: Number.POSITIVE_INFINITY, toasts: false },
  )
  const nextTime = bell?.nextTime ?? null
  useEffect(() => {
    if (nextTime === null) return
    const delay = Math.max(Date.parse(nextTime) - Date.now(), 0) + Math.random() * jitterMs
    const timer = setTimeout(refetch, Math.min(delay, maxDelayMs))
    return () => clearTimeout(timer)
  }, [nextTime])
  return bell
}
