import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { useEffect } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchImports } from './use-import.ts'

const refetchMs = 1500

/** How far a run has got. It goes on when the page is left. */
export const RunStep = ({ runId, label }: { runId: string; label: string }) => {
  // Also where no events arrive.
  useEffect(() => {
    const timer = setInterval(() => void refetchImports(), refetchMs)
    return () => clearInterval(timer)
  }, [])
  const { data } = useRead(ownJobsContract.ownJob, { params: { id: runId } }, { staleTime: 0 })
  const isKnown = data !== undefined && data.total !== null
  return (
    <div className="import-step import-run">
      <p role="status">
        {label}
        {isKnown && data.done > 0 && t(' · {done} / {total} 行', { done: data.done, total: data.total })}
      </p>
      <ProgressBar label={label} {...(isKnown ? { done: data.done, all: data.total ?? 1 } : {})} />
      <p className="import-quiet">{t('可以离开此页面，任务会继续进行；完成后在右上角的“任务”中查看。')}</p>
    </div>
  )
}
