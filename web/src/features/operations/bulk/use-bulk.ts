import { type BulkDetails, bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { ownRunChanged, runProgressed } from '@atrium/contract/kernel/job-topics.ts'
import { useEffect, useEffectEvent } from 'react'
import { subscribe } from '../../../kernel/api/topics.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'

const { get, rows, apply, applyAcross } = bulkContract
const { ownJob, recentJobs, undoOwn } = ownJobsContract
const reads = [get, rows, ownJob]

/** An operation and its run, kept up to date, and what can be done with it. */
export const useBulk = (created: BulkDetails, onDone: () => void) => {
  const params = { id: created.id }
  const { data: bulk = created } = useRead(get, { params }, { staleTime: 0 })
  const runId = bulk.runId ?? (bulk.state === 'checking' ? bulk.checkRun : null)
  const { data: run } = useRead(ownJob, { params: { id: runId ?? '' } }, { enabled: runId !== null, staleTime: 0 })
  const refetch = useEffectEvent(async () => {
    await Promise.all(reads.map(invalidate))
    onDone()
  })
  useEffect(() => {
    const moved = (event: { id: string } | undefined) => {
      if (event === undefined || event.id === runId) void refetch()
    }
    const ends = [subscribe(runProgressed, moved), subscribe(ownRunChanged, () => void refetch())]
    return () => {
      for (const end of ends) end()
    }
  }, [runId])

  const invalidates = [...reads, recentJobs]
  const start = useWrite(created.across ? applyAcross : apply, { invalidates, onDone, silentSuccess: true })
  const takeBack = useWrite(undoOwn, { invalidates, onDone, silentSuccess: true })
  return {
    bulk,
    run,
    busy: start.isPending || takeBack.isPending,
    apply: () => start.mutate({ params }),
    undo: () => runId !== null && takeBack.mutate({ params: { id: runId } }),
  }
}
