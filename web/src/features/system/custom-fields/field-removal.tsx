import {
  type CustomFieldImpact,
  type CustomFieldRow,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callConfirmed, NotConfirmed } from '../../../kernel/api/call-confirmed.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidates } from './affected-reads.ts'

type Question = { impact: CustomFieldImpact; answer: (yes: boolean) => void }

/** Deletes a field after showing how many rows have a value. */
export const FieldRemoval = ({ row: { id, name }, onClosed }: RowDrawerProps<CustomFieldRow>) => {
  const [question, setQuestion] = useState<Question>()
  const [busy, setBusy] = useState(false)
  const begin = useEffectEvent(async () => {
    try {
      await callConfirmed(
        customFieldsContract.remove,
        { params: { id } },
        (impact) => new Promise((answer) => setQuestion({ impact, answer })),
        { toasts: false },
      )
      toast.success(t('操作成功'))
      await Promise.all(invalidates.map(invalidate))
    } catch (error) {
      if (!(error instanceof NotConfirmed)) showFailure(error)
    } finally {
      onClosed()
    }
  })
  const started = useRef(false)
  useEffect(() => {
    // Effects rerun when a kept page is shown again; begin once.
    if (started.current) return
    started.current = true
    void begin()
  }, [])
  if (!question) return null
  const { rows, companies } = question.impact
  return (
    <ImpactDialog
      title={t('删除自定义字段“{name}”？', { name })}
      confirm={t('删除')}
      danger
      busy={busy}
      onAnswer={(yes) => {
        setBusy(yes)
        question.answer(yes)
      }}
    >
      <p>
        {rows === 0
          ? t('没有数据填写了该字段。')
          : t('{companies} 家公司的 {rows} 条数据填写了该字段，其值将被清除，不能恢复。', { companies, rows })}
        {t('标识不能再次使用。')}
      </p>
    </ImpactDialog>
  )
}
