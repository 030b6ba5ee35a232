import type { JobRow } from '@atrium/contract/features/operations/jobs/job-rows.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { ownRunChanged, runProgressed } from '@atrium/contract/kernel/job-topics.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, readQuery } from '../../../kernel/api/use-read.ts'
import { throttle } from './throttle.ts'

const { recentJobs } = ownJobsContract
const refetchSoon = throttle(() => void invalidate(recentJobs), 300)
const query = { ...readQuery(recentJobs, {}, { staleTime: Number.POSITIVE_INFINITY, toasts: false }), retry: 1 }

/** The caller's runs with work before them, and those that have ended lately, kept up to date by events. */
export const useRecentJobs = (): readonly JobRow[] => {
  const { data: jobs = [] } = useQuery(query)
  const refetchOwn = useEffectEvent((moved: { id: string } | undefined) => {
    // Every run of the company is announced; only those shown here matter.
    if (moved === undefined || jobs.some(({ id }) => id === moved.id)) refetchSoon()
  })
  useEffect(() => subscribe(ownRunChanged, refetchSoon), [])
  useEffect(() => subscribe(runProgressed, (moved) => refetchOwn(moved)), [])
  return jobs
}
