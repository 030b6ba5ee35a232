import type { appRequestWrite, RequestableApp } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import type * as z from 'zod/mini'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { affectedReads } from './app-request-words.ts'

type Values = z.input<typeof appRequestWrite>

/** Asks for an application. */
export const AppRequestForm = ({ app, onClosed }: { app: RequestableApp; onClosed: () => void }) => {
  return (
    <WriteForm
      title={`申请使用：${app.name}`}
      act="提交申请"
      endpoint={appRequestsContract.request}
      params={{ id: app.id }}
      labels={{ reason: '申请原因', until: '使用至' }}
      initial={{ reason: '', until: null }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="例如：需提交差旅报销" />
      <DateTimeField<Values> name="until" placeholder="不限" help="到期后该应用不再对您开放" />
    </WriteForm>
  )
}
