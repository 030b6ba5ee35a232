import type { CustomFieldWrite } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { FormField, useAllValues } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { CustomControl } from './custom-inputs.tsx'
import './field-preview.css'

/** The field as its forms will show it, while it is being defined. What is typed here is no part of it. */
export const FieldPreview = ({ kind }: { kind: CustomFieldWrite['kind'] | undefined }) => {
  const {
    name = '',
    help = '',
    required = false,
    dictionary = '',
    ...values
  } = useAllValues() as Partial<CustomFieldWrite>
  const shown = kind ?? values.kind
  if (shown === undefined) return null
  const field = {
    key: 'preview',
    kind: shown,
    dictionary,
    name,
    help,
    pattern: '',
    required,
    searchable: false,
    listed: true,
  }
  return (
    <section className="field-preview" aria-label={t('预览')}>
      <h3>{t('预览')}</h3>
      <FormField
        name={['preview', shown]}
        label={name || t('字段名称')}
        required={required}
        help={help || undefined}
        problem={() => undefined}
      >
        <CustomControl field={field} key={`${shown} ${dictionary}`} />
      </FormField>
    </section>
  )
}
