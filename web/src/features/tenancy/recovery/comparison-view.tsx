import { type Comparison, recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { CloneForm } from './clone-form.tsx'
import { ComparedKinds } from './compared-kinds.tsx'
import { useComparison, useRun } from './recovery-reads.ts'

/** How far a run has got. It goes on when the page is left. */
const Progress = ({ runId, label }: { runId: string; label: string }) => {
  const run = useRun(runId)
  const all = run?.total ?? null
  return (
    <div className="recovery-progress">
      <p role="status">
        {label}
        {run && all !== null && run.done > 0 && t(' · {done} / {all} 条', { done: run.done, all })}
      </p>
      <ProgressBar label={label} {...(run && all !== null ? { done: run.done, all } : {})} />
      <p className="recovery-quiet">{t('可以离开此页面，任务会继续进行；也可在右上角的“任务”中取消。')}</p>
    </div>
  )
}

const Body = ({ companyId, found }: { companyId: string; found: Comparison }) => {
  if (found.state === 'running') return <Progress runId={found.runId} label={t('正在比较')} />
  if (found.state === 'failed')
    return (
      <Note space="none" tone="warn">
        {t('未能比较：{problem}', { problem: found.problem })}
      </Note>
    )
  return <ComparedKinds companyId={companyId} found={found} Progress={Progress} />
}

type ComparisonViewProps = { companyId: string; comparisonId: string; companyName: string; onBack: () => void }

/** Makes a trial company from the compared archive. */
const CloneButton = ({ companyId, comparisonId, companyName }: Omit<ComparisonViewProps, 'onBack'>) => {
  const [drawer, open] = useOverlay()
  return (
    <Can endpoint={recoveryContract.clone}>
      <Button
        onClick={() =>
          open((onClosed) => (
            <CloneForm
              companyId={companyId}
              comparisonId={comparisonId}
              companyName={companyName}
              onClosed={onClosed}
            />
          ))
        }
      >
        {t('克隆为试用公司')}
      </Button>
      {drawer}
    </Can>
  )
}

/** A comparison while it runs, and what it has found. */
export const ComparisonView = ({ companyId, comparisonId, companyName, onBack }: ComparisonViewProps) => (
  <ReadState read={useComparison(companyId, comparisonId)}>
    {(found) => (
      <>
        <header className="recovery-head">
          <div>
            <b className="recovery-name">{found.name}</b>
            <span className="recovery-quiet">
              {found.archiveTime && rich('导出于 {archiveTime}，', { archiveTime: <Time at={found.archiveTime} /> })}
              {rich('比较于 {createTime}（{name}）', {
                createTime: <Time at={found.createTime} />,
                name: found.createBy.name,
              })}
            </span>
          </div>
          <span className="recovery-ticks">
            {found.state === 'done' && (
              <CloneButton companyId={companyId} comparisonId={comparisonId} companyName={companyName} />
            )}
            <Button onClick={onBack}>{t('选择其他档案')}</Button>
          </span>
        </header>
        <Body companyId={companyId} found={found} />
      </>
    )}
  </ReadState>
)
