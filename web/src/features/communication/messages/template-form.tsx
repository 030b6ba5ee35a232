import {
  type MessageTemplateRow,
  messageTemplatesContract,
  messageTemplateWrite,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { useMemo } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { channelNames } from './message-words.ts'
import { TemplatePreview } from './template-preview.tsx'
import { findUnknownVariables } from './template-slots.ts'
import { VariableButtons } from './variable-buttons.tsx'
import './messages.css'

const { list, update } = messageTemplatesContract
type Values = InputOf<typeof update>['body']

/** Contract rules, plus: every variable in the text exists for this message. */
const schemaFor = (variables: readonly string[]) =>
  messageTemplateWrite.check(({ value, issues }) => {
    for (const field of ['title', 'content'] as const) {
      const message = findUnknownVariables(value[field], variables)
      if (message) issues.push({ code: 'custom', path: [field], message, input: value[field] })
    }
  })

/** Form for the wording of one message, with a preview. */
export const TemplateForm = ({ row, onSaved, onClosed }: RowDrawerProps<MessageTemplateRow>) => {
  const write = useWrite(update, { invalidates: [list], onDone: () => onSaved(row.id) })
  const schema = useMemo(() => schemaFor(row.variables), [row.variables])
  const { channel, variables, title, content, providerTemplate, version } = row
  const isMail = channel === 'mail'
  return (
    <DrawerForm
      title={t('编辑消息模板：{name}（{channel}）', { name: row.name, channel: channelNames[channel] })}
      act={t('保存')}
      schema={schema}
      labels={{ ...(isMail ? { title: t('标题') } : {}), content: t('内容'), providerTemplate: t('服务商模板编号') }}
      initial={{ title, content, providerTemplate, version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      {isMail && <TextField<Values> name="title" required maxLength={100} />}
      <TextAreaField<Values> name="content" maxLength={1000} />
      <VariableButtons names={variables} />
      {!isMail && (
        <TextField<Values>
          name="providerTemplate"
          maxLength={64}
          help={t('由短信服务商审核后提供。实际短信以服务商的模板为准，变量按内容中出现的顺序传递。')}
        />
      )}
      <TemplatePreview channel={channel} variables={variables} />
    </DrawerForm>
  )
}
