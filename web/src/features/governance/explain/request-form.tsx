import { accessRequestWrite, explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { Note } from '../../../ui/note.tsx'
import { affectedReads } from './affected-reads.ts'

type Values = z.output<typeof accessRequestWrite>
type RequestFormProps = { traceId: string; permissions: readonly string[]; onClosed: () => void }

/** Requests what was denied, with a reason. */
export const RequestForm = ({ traceId, permissions: [wanted = ''], onClosed }: RequestFormProps) => {
  const write = useWrite(explainContract.request, { invalidates: affectedReads })
  return (
    <DrawerForm
      title="申请权限"
      schema={accessRequestWrite}
      labels={{ reason: '申请原因' }}
      initial={{ traceId, reason: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ body })}
      onClosed={onClosed}
    >
      <Note space="form">将向管理员申请权限“{wanted}”，处理结果在此查看。</Note>
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="例如：月底对账需要导出用户" />
    </DrawerForm>
  )
}
