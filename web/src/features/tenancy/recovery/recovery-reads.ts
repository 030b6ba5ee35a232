import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { ownRunChanged } from '@atrium/contract/kernel/job-topics.ts'
import { useEffect } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'

const { archives, comparison, differences } = recoveryContract

/** Reads that a comparison or a restoration changes. */
export const recoveryReads = [archives, comparison, differences, ownJobsContract.ownJob] as const
const refetch = () => void Promise.all(recoveryReads.map(invalidate))

/** A comparison, kept up to date by the events of its runs. */
export const useComparison = (companyId: string, comparisonId: string) => {
  useEffect(() => subscribe(ownRunChanged, refetch), [])
  return useRead(comparison, { params: { id: companyId, comparisonId } }, { staleTime: 0 })
}

const refetchMs = 1500
/** How far a run of the caller has got; undefined for another operator's. Refetches also where no events arrive. */
export const useRun = (runId: string) => {
  useEffect(() => {
    const timer = setInterval(refetch, refetchMs)
    return () => clearInterval(timer)
  }, [])
  return useRead(ownJobsContract.ownJob, { params: { id: runId } }, { staleTime: 0, toasts: false }).data
}
