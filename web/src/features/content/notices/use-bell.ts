import { noticesChanged } from '@atrium/contract/features/content/notices/notice-topics.ts'
import type { Bell } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, readQuery } from '../../../kernel/api/use-read.ts'
import { readersReads } from './readers-reads.ts'

/** A notice for everybody is asked for by everybody: not at the same moment. */
const jitterMs = 1500
/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1

const reads = [...readersReads, workbenchContract.read] as const
const refetch = () => void Promise.all(reads.map(invalidate))
let waiting: ReturnType<typeof setTimeout> | undefined
/** Events that arrive together are answered together. */
const refetchSoon = () => {
  if (waiting !== undefined) return
  waiting = setTimeout(() => {
    waiting = undefined
    refetch()
  }, Math.random() * jitterMs)
}

/** No one presses “retry” on a bell: it tries once more by itself. */
const bellQuery = {
  ...readQuery(publishedNoticesContract.bell, {}, { staleTime: Number.POSITIVE_INFINITY, toasts: false }),
  retry: 1,
}

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
  const { data: bell, dataUpdatedAt } = useQuery({ ...bellQuery, enabled: settled })
  const nextSeconds = bell?.nextSeconds ?? null
  useEffect(() => {
    if (nextSeconds === null) return
    const delay = Math.max(dataUpdatedAt + nextSeconds * 1000 - Date.now(), 0) + Math.random() * jitterMs
    const timer = setTimeout(refetch, Math.min(delay, maxDelayMs))
    return () => clearTimeout(timer)
  }, [nextSeconds, dataUpdatedAt])
  return bell
}
