import type { appRequestWrite, RequestableApp } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import type * as z from 'zod/mini'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './app-request-words.ts'

type Values = z.input<typeof appRequestWrite>

/** Asks for an application. */
export const AppRequestForm = ({ app, onClosed }: { app: RequestableApp; onClosed: () => void }) => {
  return (
    <WriteForm
      title={t('申请使用：{name}', { name: app.name })}
      act={t('提交申请')}
      endpoint={appRequestsContract.request}
      params={{ id: app.id }}
      labels={{ reason: t('申请原因'), until: t('使用至') }}
      initial={{ reason: '', until: null }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <TextAreaField<Values> name="reason" maxLength={200} placeholder={t('例如：需提交差旅报销')} />
      <DateTimeField<Values> name="until" placeholder={t('不限')} help={t('到期后该应用不再对您开放')} />
    </WriteForm>
  )
}
