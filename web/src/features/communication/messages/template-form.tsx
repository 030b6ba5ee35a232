import {
  type MessageTemplateRow,
  messageTemplatesContract,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { useMemo, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { LanguageTabs } from '../../../kernel/forms/language-tabs.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { useAllValues } from '../../../ui/form.tsx'
import { languageName } from '../../../ui/language-name.ts'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { channelNames } from './message-words.ts'
import { TemplatePreview } from './template-preview.tsx'
import {
  fieldOf,
  type Origin,
  originOf,
  otherLanguages,
  schemaFor,
  toBody,
  toFormValues,
  wordingFor,
} from './template-wordings.ts'
import { VariableButtons } from './variable-buttons.tsx'
import { WordingOrigin } from './wording-origin.tsx'
import './messages.css'

const { list, update } = messageTemplatesContract
type Values = Record<string, unknown>

const originWords: Record<Origin, string> = { own: t('已改写'), product: t('产品默认'), source: t('同中文') }

/** The fields of one language. Those of others than that of the code may stay empty. */
const WordingFields = ({ row, language }: { row: MessageTemplateRow; language: string }) => {
  const { channel, variables } = row
  const isSource = language === sourceLanguage
  const fallback = wordingFor(row, language, { ...row, ...useAllValues() })
  return (
    <>
      <WordingOrigin row={row} language={language} />
      {channel === 'mail' && (
        <TextField<Values>
          name={fieldOf('title', language)}
          required={isSource}
          maxLength={100}
          {...(!isSource && { placeholder: fallback.title })}
        />
      )}
      <TextAreaField<Values>
        name={fieldOf('content', language)}
        maxLength={1000}
        {...(!isSource && { placeholder: fallback.content })}
      />
      <VariableButtons names={variables} />
      {channel === 'sms' && (
        <TextField<Values>
          name={fieldOf('providerTemplate', language)}
          maxLength={64}
          help={
            isSource
              ? t('由短信服务商审核后提供。实际短信以服务商的模板为准，变量按内容中出现的顺序传递。')
              : t('该语言的短信模板，不填则使用中文的模板。')
          }
        />
      )}
      <TemplatePreview row={row} language={language} />
    </>
  )
}

const Wordings = ({ row }: { row: MessageTemplateRow }) => {
  const tags = row.languages.map(({ language }) => language)
  const [chosen, choose] = useState(() => (tags.includes(pageLanguage) ? pageLanguage : sourceLanguage))
  const values = { ...row, ...useAllValues() }
  return (
    <LanguageTabs
      tabs={tags.map((language) => ({ language, state: originWords[originOf(row, language, values)] }))}
      active={chosen}
      onSelect={choose}
    >
      <WordingFields key={chosen} row={row} language={chosen} />
    </LanguageTabs>
  )
}

/** Form for the wording of one message in each language, with a preview. */
export const TemplateForm = ({ row, onSaved, onClosed }: RowDrawerProps<MessageTemplateRow>) => {
  const write = useWrite(update, { invalidates: [list], onDone: () => onSaved(row.id) })
  const schema = useMemo(() => schemaFor(row), [row])
  const { channel, title, content, providerTemplate, version } = row
  const others = otherLanguages(row)
  const labels = {
    ...(channel === 'mail' && { title: t('标题') }),
    content: t('内容'),
    ...(channel === 'sms' && { providerTemplate: t('服务商模板编号') }),
  }
  const labelsOf = (language: string) =>
    Object.entries(labels).map(([part, label]) => [
      fieldOf(part as 'title', language),
      t('{label}（{language}）', { label, language: languageName(language) }),
    ])
  return (
    <DrawerForm
      title={t('编辑消息模板：{name}（{channel}）', { name: row.name, channel: channelNames[channel] })}
      act={t('保存')}
      schema={schema}
      labels={{ ...labels, ...Object.fromEntries(others.flatMap(labelsOf)) }}
      initial={{ title, content, providerTemplate, version, ...toFormValues(row) }}
      toValues={(newer) => toFormValues({ ...row, ...newer })}
      busy={write.isPending}
      error={write.error}
      onSubmit={(values) => write.mutateAsync({ params: { id: row.id }, body: toBody(row, values) })}
      onClosed={onClosed}
    >
      <Wordings row={row} />
    </DrawerForm>
  )
}
