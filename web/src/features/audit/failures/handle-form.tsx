import {
  type FailedCall,
  failedCallsContract,
  failureHandling,
} from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { callText } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { incidentsContract } from '@atrium/contract/features/audit/failures/incidents.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import './failures.css'

type Values = z.output<typeof failureHandling>
const { failures, handleFailure, ownFailure } = failedCallsContract

/** Marks a failure as handled, with a remark. */
export const HandleForm = ({ row, onSaved, onClosed }: RowDrawerProps<FailedCall>) => {
  const write = useWrite(handleFailure, {
    invalidates: [failures, ownFailure, incidentsContract.incident],
    onDone: () => onSaved(row.id),
  })
  return (
    <DrawerForm
      title={`处理异常请求：${callText(row)}`}
      schema={failureHandling}
      labels={{ remark: '处理说明' }}
      initial={{ remark: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <Note space="form">处理后当事人可见，可以重试；再次发生时另记一条。</Note>
      <TextAreaField<Values> name="remark" maxLength={200} placeholder="例如：已在 2.3.1 版修复" />
    </DrawerForm>
  )
}
