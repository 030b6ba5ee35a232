import { type OpenApiRow, openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import type * as z from 'zod/mini'
import { DateTimeField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './open-api-reads.ts'
import './open-apis.css'

const { deprecate } = openApisContract
type Values = z.input<typeof deprecate.body>

/** Announces when an API stops. */
export const DeprecateForm = ({ row, onSaved, onClosed }: RowDrawerProps<OpenApiRow>) => {
  return (
    <WriteForm
      title={t('弃用“{name}”', { name: row.name })}
      act={t('弃用')}
      danger
      endpoint={deprecate}
      params={{ id: row.id }}
      labels={{ sunset: t('停用时间') }}
      initial={{ sunset: row.sunset ?? '' }}
      invalidates={affectedReads}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <p className="open-note">{t('停用前仍可调用，响应头带有 Deprecation 和 Sunset；到期自动停用。')}</p>
      <DateTimeField<Values> name="sunset" placeholder={t('请选择时间')} />
    </WriteForm>
  )
}
