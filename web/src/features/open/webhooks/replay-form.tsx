import type { ReplayImpact } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { lazy, Suspense } from 'react'
import type * as z from 'zod/mini'
import { Field, SwitchField } from '../../../kernel/forms/fields.tsx'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { Control } from '../../../ui/control.ts'
import { Note } from '../../../ui/note.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { hookReads } from './hook-words.ts'

const { replayDeliveries } = webhooksContract
const DateTimeRangeInput = lazy(async () => ({
  default: (await import('../../../ui/date-inputs.tsx')).DateTimeRangeInput,
}))
type Values = z.input<typeof replayDeliveries.body>

const RangeControl = (control: Control<string | undefined>) => (
  <Suspense>
    <DateTimeRangeInput label={t('事件时间')} {...control} />
  </Suspense>
)

type ReplayFormProps = { params: { id: string; hookId: string }; onClosed: () => void }
/** Sends the events of a time range again, after showing how many. */
export const ReplayForm = ({ params, onClosed }: ReplayFormProps) => {
  const [impact, confirms] = useFormImpact<ReplayImpact>()
  return (
    <WriteForm
      title={t('重发事件')}
      act={impact ? t('重发') : t('下一步')}
      endpoint={replayDeliveries}
      params={params}
      labels={{ time: t('事件时间'), failedOnly: t('仅未送达的事件') }}
      initial={{ time: '', failedOnly: true }}
      confirms={confirms}
      invalidates={hookReads}
      onClosed={onClosed}
    >
      {impact ? (
        <Note isLive>
          {impact.deliveries === 0
            ? t('该时间内没有可重发的事件。')
            : t('将重发 {deliveries} 条事件。', { deliveries: numberText(impact.deliveries) })}
        </Note>
      ) : (
        <Note>{t('按事件发生时间重发，接收方可用消息编号识别重复。')}</Note>
      )}
      <Field<Values> name="time">
        <RangeControl />
      </Field>
      <SwitchField<Values> name="failedOnly" />
    </WriteForm>
  )
}
