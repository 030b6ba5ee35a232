import type { ImportDetails } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { Check, Info } from 'lucide-react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { t } from '../../../ui/texts.ts'
import { AfterImport } from './after-import.tsx'
import { downloadErrors } from './download-errors.ts'
import { ImportRows } from './import-rows.tsx'
import { amount } from './import-words.ts'
import { refetchImports } from './use-import.ts'

const titles: Partial<Record<ImportDetails['state'], string>> = {
  applied: t('导入完成'),
  stopped: t('导入没有全部完成'),
  undone: t('导入已撤销'),
}

type Counts = NonNullable<ImportDetails['counts']>
/** `（新增 9，变更 3）` of the rows that were written. */
const describeWritten = ({ new: added, changed }: Counts): string => {
  if (added > 0 && changed > 0)
    return t('（新增 {added}，变更 {changed}）', { added: amount(added), changed: amount(changed) })
  if (added > 0) return t('（新增 {added}）', { added: amount(added) })
  return changed > 0 ? t('（变更 {changed}）', { changed: amount(changed) }) : ''
}

type DoneStepProps = { found: ImportDetails; runId: string; onAnother: () => void; onClose: () => void }

/** What an import has done, and the way back. */
export const DoneStep = ({ found, runId, onAnother, onClose }: DoneStepProps) => {
  const { data: run } = useRead(ownJobsContract.ownJob, { params: { id: runId } }, { staleTime: 0 })
  const undo = useWrite(ownJobsContract.undoOwn, { silentSuccess: true })
  const [ask, question] = useConfirm()
  const { entityTitle, state, counts } = found
  const isUndone = state === 'undone'
  const askUndo = () =>
    ask({
      title: t('撤销导入的 {ok} 行？', { ok: run?.ok ?? 0 }),
      body: t('新增的{entityTitle}将被删除，变更的恢复原值；导入后又被修改的保持不变。', { entityTitle }),
      confirm: t('撤销导入'),
      danger: true,
      run: async () => {
        await undo.mutateAsync({ params: { id: runId } })
        await refetchImports()
      },
    })
  return (
    <>
      <div className="import-step">
        <header className="import-done" data-state={state}>
          {state === 'stopped' ? <Info aria-hidden size={20} /> : <Check aria-hidden size={20} />}
          <h3 className="import-heading">{titles[state] ?? ''}</h3>
          {run && !isUndone && (
            <p role="status">
              {t('已导入 {ok} 行', { ok: amount(run.ok) })}
              {counts && run.failed === 0 && describeWritten(counts)}
              {run.failed > 0 && t('，{failed} 行未导入', { failed: amount(run.failed) })}
              {counts && counts.refused > 0 && t('，跳过 {refused} 行', { refused: amount(counts.refused) })}
            </p>
          )}
          {isUndone && <p role="status">{t('数据已恢复为导入前的状态，导入后又被修改的行保持不变')}</p>}
        </header>
        {found.problem !== '' && (
          <p role="alert" className="import-problem">
            {found.problem}
          </p>
        )}
        {!isUndone && run?.files.includes('errors') && (
          <p className="import-note">
            {t('未导入的行在错误表中，改好后可再次上传。')}
            <Button look="link" onClick={() => void downloadErrors(runId)}>
              {t('下载错误表')}
            </Button>
          </p>
        )}
        {!isUndone && run && run.failed > 0 && (
          <ImportRows id={found.id} label={t('未导入的行')} filter={{ 'f.outcome': 'failed' }} />
        )}
        {isUndone && <ImportRows id={found.id} label={t('已保留的行')} filter={{ 'f.outcome': 'kept' }} />}
        {run?.undoable && <AfterImport found={found} />}
        {run?.undoable && (
          <p className="import-quiet">
            {t('30 天内可以撤销：新增的{entityTitle}将被删除，变更的恢复原值；导入后又被修改的保持不变。', {
              entityTitle,
            })}
          </p>
        )}
      </div>
      <footer className="import-foot">
        <span />
        {run?.undoable && (
          <Button danger onClick={askUndo}>
            {t('撤销导入')}
          </Button>
        )}
        <Button onClick={onAnother}>{t('继续导入')}</Button>
        <Button look="primary" onClick={onClose}>
          {t('完成')}
        </Button>
      </footer>
      {question}
    </>
  )
}
