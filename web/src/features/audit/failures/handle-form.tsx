import {
  type FailedCall,
  failedCallsContract,
  type failureHandling,
} from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { callText } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import type * as z from 'zod/mini'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import './failures.css'

type Values = z.output<typeof failureHandling>
const { failures, handleFailure, ownFailure } = failedCallsContract

/** Marks a failure as handled, with a remark. */
export const HandleForm = ({ row, onSaved, onClosed }: RowDrawerProps<FailedCall>) => {
  return (
    <WriteForm
      title={t('处理异常请求：{row}', { row: callText(row) })}
      act={t('保存')}
      endpoint={handleFailure}
      params={{ id: row.id }}
      labels={{ remark: t('处理说明') }}
      initial={{ remark: '' }}
      invalidates={[failures, ownFailure, incidentsContract.incident]}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <Note space="form">{t('处理后当事人可见，可以重试；再次发生时另记一条。')}</Note>
      <TextAreaField<Values> name="remark" maxLength={200} placeholder={t('例如：已在 2.3.1 版修复')} />
    </WriteForm>
  )
}
