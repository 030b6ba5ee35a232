import {
  type ImportCounts,
  type ImportDetails,
  importsContract,
  type Verdict,
  verdicts,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { AfterImport } from './after-import.tsx'
import { downloadErrors } from './download-errors.ts'
import { ImportRows } from './import-rows.tsx'
import { verdictNames } from './import-words.ts'
import { refetchImports } from './use-import.ts'

type CountsProps = { counts: ImportCounts; chosen: Verdict; onChoose: (verdict: Verdict) => void }
const Counts = ({ counts, chosen, onChoose }: CountsProps) => (
  <fieldset className="import-counts">
    <legend className="visually-hidden">{t('试运行结果')}</legend>
    {verdicts.map((verdict) => (
      <button
        key={verdict}
        type="button"
        data-verdict={verdict}
        aria-pressed={verdict === chosen}
        onClick={() => onChoose(verdict)}
      >
        {verdictNames[verdict]} <b>{counts[verdict]}</b>
      </button>
    ))}
  </fieldset>
)

/** What was noticed of the file, which the rows do not show. */
const Notes = ({ notes }: Pick<ImportDetails, 'notes'>) =>
  notes.length === 0 ? null : (
    <ul className="import-notices" aria-label={t('文件提示')}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )

/** The first verdict that needs attention. */
const firstShown = ({ refused, changed }: ImportCounts): Verdict => {
  if (refused > 0) return 'refused'
  return changed > 0 ? 'changed' : 'new'
}

type CheckStepProps = { found: ImportDetails; counts: ImportCounts; onBack: () => void }

/** What each row would do. Nothing is written before it is confirmed here. */
export const CheckStep = ({ found, counts, onBack }: CheckStepProps) => {
  const [verdict, setVerdict] = useState(firstShown(counts))
  const apply = useWrite(importsContract.applyImport, { silentSuccess: true })
  const rows = counts.new + counts.changed
  const isBlocked = found.atomic && counts.refused > 0
  const start = async () => {
    const body = { revision: found.revision, counts }
    // The call shows its failure.
    await apply.mutateAsync({ params: { id: found.id }, body }).catch(() => undefined)
    await refetchImports()
  }
  return (
    <>
      <div className="import-step">
        <Counts counts={counts} chosen={verdict} onChoose={setVerdict} />
        <Notes notes={found.notes} />
        {verdict === 'refused' && counts.refused > 0 && (
          <p className="import-note">
            {t('错误表是原文件加“错误”列，出错的单元格标红；改好后可直接再次上传，已导入的行不会重复。')}
            {found.checkRun && (
              <Button look="link" onClick={() => void downloadErrors(found.checkRun ?? '')}>
                {t('下载错误表')}
              </Button>
            )}
          </p>
        )}
        {verdict === 'new' && <AfterImport found={found} />}
        <ImportRows
          key={verdict}
          id={found.id}
          label={t('{verdict}的行', { verdict: verdictNames[verdict] })}
          filter={{ 'f.verdict': verdict }}
        />
      </div>
      <footer className="import-foot">
        <span role="status" className="import-quiet">
          {isBlocked ? t('存在出错的行，按“全部不导入”的设置不能导入') : t('试运行未写入任何数据')}
        </span>
        <Button onClick={onBack}>{t('上一步')}</Button>
        <Button
          look="primary"
          disabled={rows === 0 || isBlocked}
          loading={apply.isPending}
          onClick={() => void start()}
        >
          {t('导入 {rows} 行{value}', {
            rows,
            value: counts.refused > 0 && !isBlocked ? t('，跳过 {refused} 行', { refused: counts.refused }) : '',
          })}
        </Button>
      </footer>
    </>
  )
}
