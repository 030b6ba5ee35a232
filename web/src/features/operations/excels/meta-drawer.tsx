import {
  type ExcelMeta,
  type ExcelRow,
  excelsContract,
} from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { CancelButton } from '../../../kernel/forms/cancel-button.tsx'
import { discardQuestion } from '../../../kernel/forms/discard-question.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { MetaGrid } from './meta-grid.tsx'
import { SheetPreview } from './sheet-preview.tsx'
import { findProblem, type MetaProblem, useMeta } from './use-meta.ts'
import './excels.css'

/** The column that a refusal names: `columns.3.title`. */
const refusedColumn = (error: unknown): MetaProblem | undefined => {
  const [first] = error instanceof CallError ? (error.errors ?? []) : []
  return (
    first && { at: /^columns\.\d/.test(first.field) ? Number(first.field.split('.')[1]) : undefined, msg: first.msg }
  )
}

const MetaEditor = ({ row, stored, onSaved, onClosed }: RowDrawerProps<ExcelRow> & { stored: ExcelMeta }) => {
  const [problem, setProblem] = useState<MetaProblem>()
  const meta = useMeta(stored)
  const write = useWrite(excelsContract.updateMeta, { invalidates: [excelsContract.list] })
  const { isPending: busy } = write
  const { open, close, tryClose, question } = useDrawerExit(
    { busy, isDirty: meta.isChanged },
    discardQuestion(t('列的修改')),
  )
  const canEdit = useCan(excelsContract.updateMeta)

  const save = async () => {
    const wrong = findProblem(meta.columns)
    setProblem(wrong)
    if (wrong) return
    try {
      await write.mutateAsync({ params: { id: row.id }, body: { columns: [...meta.columns], version: stored.version } })
      onSaved(row.id)
      close()
    } catch (error) {
      // The call has shown any other failure.
      setProblem(refusedColumn(error))
    }
  }
  const foot = (
    <div className="excel-foot">
      <span role="alert">{problem?.msg}</span>
      <CancelButton busy={busy} onCancel={tryClose} />
      <Button look="primary" disabled={!meta.isChanged} loading={busy} onClick={() => void save()}>
        {t('保存')}
      </Button>
    </div>
  )
  return (
    <Drawer
      title={t('设置列：{name}', { name: row.name })}
      width={1200}
      open={open}
      onClose={tryClose}
      onClosed={onClosed}
      footer={canEdit && foot}
    >
      <div className="excel-meta">
        <SheetPreview meta={meta} />
        <div className="excel-tools">
          <Select
            aria-label={t('添加列')}
            placeholder={meta.rest.length === 0 ? t('所有字段都已添加') : t('添加列')}
            disabled={meta.rest.length === 0}
            options={meta.rest.map(({ field, title }) => ({ value: field, label: title }))}
            value=""
            onChange={(field) => field && meta.add(field)}
          />
          <Button onClick={meta.restore}>{t('恢复默认列')}</Button>
        </div>
        <MetaGrid meta={meta} wrong={problem?.at} />
      </div>
      {question}
    </Drawer>
  )
}

/** The columns of a template, edited beside a preview of the sheet. */
export const MetaDrawer = (props: RowDrawerProps<ExcelRow>) => {
  const stored = useFreshRead(excelsContract.meta, { params: { id: props.row.id } }, props.onClosed)
  return stored && <MetaEditor {...props} stored={stored} />
}
