import { useEffect, useEffectEvent, useState } from 'react'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import { FormField, useFieldValue, useFormValues, useSetField } from '../../../ui/form.tsx'
import { JsonEditor } from '../../../ui/json-editor.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { listFields, type MenuValues, readJson, toMetadata } from './menu-values.ts'
import { MetadataFields } from './metadata-fields.tsx'

const tabs = [
  { key: 'form', text: t('表单') },
  { key: 'json', text: 'JSON' },
] as const
type Tab = (typeof tabs)[number]['key']

/** The metadata as form and as JSON, kept in sync. */
export const MetadataTabs = () => {
  const [tab, setTab] = useState<Tab>('form')
  const { validate } = useFormRules()
  const values = useFormValues()
  const set = useSetField()
  const json = useFieldValue('json')

  const follow = useEffectEvent((edited: unknown) => {
    const metadata = edited === undefined ? undefined : readJson(edited)
    if (metadata) for (const [name, value] of Object.entries(listFields(metadata))) set(name, value)
  })
  useEffect(() => follow(json), [json])

  const select = (next: Tab) => {
    if (next === tab) return
    if (next === 'form' && validate('json')) return toast.warning(t('JSON 有误，更正后方可切换到表单'))
    set('json', next === 'json' ? toMetadata(values() as MenuValues) : undefined)
    setTab(next)
  }
  return (
    <PlainTabs label={t('metadata 的编辑方式')} tabs={tabs} active={tab} onSelect={select}>
      {/* Stay mounted: the preview reads the fields and the JSON view writes them. */}
      <div hidden={tab !== 'form'}>
        <MetadataFields />
      </div>
      {tab === 'json' && (
        <FormField name="json" label="metadata" required={false} problem={() => validate('json')}>
          <JsonEditor aria-label="metadata" />
        </FormField>
      )}
    </PlainTabs>
  )
}
