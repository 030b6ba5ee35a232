import {
  type accessRequestWrite,
  explainContract,
} from '@atrium/contract/features/governance/explain/explain.contract.ts'
import type * as z from 'zod/mini'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

type Values = z.output<typeof accessRequestWrite>
type RequestFormProps = { traceId: string; permissions: readonly string[]; onClosed: () => void }

/** Requests what was denied, with a reason. */
export const RequestForm = ({ traceId, permissions: [wanted = ''], onClosed }: RequestFormProps) => {
  return (
    <WriteForm
      title={t('申请权限')}
      act={t('提交申请')}
      endpoint={explainContract.request}
      labels={{ reason: t('申请原因') }}
      initial={{ traceId, reason: '' }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <Note space="form">{t('将向管理员申请权限“{wanted}”，处理结果在此查看。', { wanted })}</Note>
      <TextAreaField<Values> name="reason" maxLength={200} placeholder={t('例如：月底对账需要导出用户')} />
    </WriteForm>
  )
}
