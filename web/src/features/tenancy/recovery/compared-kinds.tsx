import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import {
  type Change,
  type Comparison,
  changes,
  type RestoredPart,
  type RestoreImpact,
  recoveryContract,
  restoredChanges,
} from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import {
  type ComparedKind,
  comparedOnly,
  kindNames,
  type RestoredKind,
  restoredKinds,
} from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { type ComponentType, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Note } from '../../../ui/note.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { TableTitles } from '../../../ui/table-titles.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { DifferingRows, type ShownRows } from './differing-rows.tsx'
import { recoveryReads, useRun } from './recovery-reads.ts'
import { changeNames, outcomeNames } from './recovery-state.ts'

type Kind = Comparison['kinds'][number]
/** Ticked kinds with the changes that are put back. */
type Ticked = Readonly<Partial<Record<RestoredKind, RestoredPart['changes']>>>

const findRestored = (kind: ComparedKind): RestoredKind | undefined => restoredKinds.find((each) => each === kind)
const isDiffering = ({ created, changed, deleted }: Kind) => created + changed + deleted > 0
const isShown = ({ kind, change }: ShownRows, of: ComparedKind, by: Change) => kind === of && change === by

type KindRowProps = {
  row: Kind
  shown: ShownRows | undefined
  onShow: (shown: ShownRows) => void
  ticked: RestoredPart['changes']
  onTick: (kind: RestoredKind, changes: RestoredPart['changes']) => void
}
const KindRow = ({ row, shown, onShow, ticked, onTick }: KindRowProps) => {
  const name = t(kindNames[row.kind])
  const restored = findRestored(row.kind)
  const offered = restoredChanges.filter((change) => row[change] > 0)
  return (
    <tr>
      <th scope="row">{name}</th>
      {changes.map((change) => (
        <td key={change} data-title={changeNames[change]} data-empty={row[change] === 0 || undefined}>
          {row[change] === 0 ? (
            <span className="recovery-quiet">0</span>
          ) : (
            <button
              type="button"
              className="recovery-count"
              data-change={change}
              aria-pressed={shown !== undefined && isShown(shown, row.kind, change)}
              aria-label={t('{name}：{change} {change2} 条，查看', {
                name,
                change: changeNames[change],
                change2: row[change],
              })}
              onClick={() => onShow({ kind: row.kind, change })}
            >
              {row[change]}
            </button>
          )}
        </td>
      ))}
      <td data-title={t('恢复')}>
        {restored ? (
          <span className="recovery-ticks">
            {offered.map((change) => (
              <PlainCheckbox
                key={change}
                checked={ticked.includes(change)}
                onChange={(on) => onTick(restored, on ? [...ticked, change] : ticked.filter((each) => each !== change))}
              >
                {change === 'changed' ? t('还原修改的') : t('恢复删除的')}
              </PlainCheckbox>
            ))}
            {offered.length === 0 && <span className="recovery-quiet">{t('无需恢复')}</span>}
          </span>
        ) : (
          <span className="recovery-quiet">{t(comparedOnly[row.kind as keyof typeof comparedOnly])}</span>
        )}
      </td>
    </tr>
  )
}

/** What has become of rows that were put back, with the way to those that were not. */
const Outcomes = ({ outcomes, onShow }: Pick<Comparison, 'outcomes'> & { onShow: (shown: ShownRows) => void }) => {
  const shown = (['restored', 'refused', 'undone', 'kept'] as const).filter((outcome) => outcomes[outcome] > 0)
  if (shown.length === 0) return null
  return (
    <p className="recovery-outcomes" role="status">
      {shown.map((outcome) => (
        <Button key={outcome} look="link" onClick={() => onShow({ outcome })}>
          {t('{outcome} {outcome2} 条', { outcome: outcomeNames[outcome], outcome2: outcomes[outcome] })}
        </Button>
      ))}
      {outcomes.restored > 0 && <span className="recovery-quiet">{t('可在右上角的“任务”中撤销本次恢复。')}</span>}
    </p>
  )
}

const listLines = ({ parts }: RestoreImpact): string[] => [
  ...parts.flatMap(({ kind, changed, deleted }) => [
    ...(deleted > 0 ? [t('恢复 {deleted} 条已删除的{kind}', { deleted, kind: t(kindNames[kind]) })] : []),
    ...(changed > 0 ? [t('还原 {changed} 条修改过的{kind}', { changed, kind: t(kindNames[kind]) })] : []),
  ]),
  ...(parts.some(({ kind, deleted }) => kind === 'user' && deleted > 0)
    ? [t('恢复的用户没有密码和身份证号，须由管理员重置密码后才能登录')]
    : []),
  t('导出之后新增的数据不受影响；不能恢复的逐条说明原因，其余照常恢复'),
]

type ComparedKindsProps = {
  companyId: string
  found: Comparison
  Progress: ComponentType<{ runId: string; label: string }>
}

/** How many rows of each kind differ, which they are, and what of them is put back. */
export const ComparedKinds = ({ companyId, found, Progress }: ComparedKindsProps) => {
  const [shown, setShown] = useState<ShownRows>()
  const [ticked, setTicked] = useState<Ticked>({})
  const [card, confirms, isRead] = useImpactLines<RestoreImpact>({
    title: ({ companyName }) => t('恢复“{companyName}”的数据？', { companyName }),
    confirm: t('开始恢复'),
    lines: listLines,
  })
  const restore = useWrite(recoveryContract.restore, {
    confirms,
    invalidates: [...recoveryReads, ownJobsContract.recentJobs],
    onDone: () => {
      setTicked({})
      toast.success(t('已开始恢复，可在右上角“任务”中查看进度'))
    },
  })
  const differing = found.kinds.filter(isDiffering)
  if (differing.length === 0) return <Empty title={t('与当前数据一致')} hint={t('导出之后没有新增、修改或删除')} />
  const parts = Object.entries(ticked).flatMap(([kind, chosen]) =>
    chosen.length > 0 ? { kind: kind as RestoredKind, changes: chosen } : [],
  )
  const total = parts.reduce((sum, part) => {
    const row = differing.find(({ kind }) => kind === part.kind)
    return sum + part.changes.reduce((own, change) => own + (row?.[change] ?? 0), 0)
  }, 0)
  return (
    <>
      {found.restoreRun && <RestoreProgress runId={found.restoreRun} Progress={Progress} />}
      <Outcomes outcomes={found.outcomes} onShow={setShown} />
      <table className="recovery-table">
        <TableTitles
          titles={[
            t('数据'),
            t('新增', { context: 'past' }),
            t('修改', { context: 'past' }),
            t('删除', { context: 'past' }),
            t('恢复'),
          ]}
        />
        <tbody>
          {differing.map((row) => (
            <KindRow
              key={row.kind}
              row={row}
              shown={shown}
              onShow={setShown}
              ticked={ticked[row.kind as RestoredKind] ?? []}
              onTick={(kind, chosen) => setTicked((now) => ({ ...now, [kind]: chosen }))}
            />
          ))}
        </tbody>
      </table>
      {shown ? (
        <DifferingRows key={JSON.stringify(shown)} companyId={companyId} comparisonId={found.id} shown={shown} />
      ) : (
        <Note space="none">{t('点击数量可查看具体数据。')}</Note>
      )}
      <footer className="recovery-foot">
        <span className="recovery-quiet">{t('恢复不覆盖比较之后的变更，完成后可撤销')}</span>
        <Button
          look="primary"
          disabled={parts.length === 0}
          loading={restore.isPending && !isRead}
          onClick={() => restore.mutate({ params: { id: companyId, comparisonId: found.id }, body: { parts } })}
        >
          {total > 0 ? t('恢复 {total} 条', { total }) : t('恢复')}
        </Button>
      </footer>
      {card}
    </>
  )
}

/** A restoration that is under way. */
const RestoreProgress = ({ runId, Progress }: Pick<ComparedKindsProps, 'Progress'> & { runId: string }) => {
  const run = useRun(runId)
  const isOpen = run && (run.state === 'queued' || run.state === 'running' || run.state === 'paused')
  return isOpen ? <Progress runId={runId} label={t('正在恢复')} /> : null
}
