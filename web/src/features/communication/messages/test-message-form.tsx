import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { SelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { useFieldValue } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { channelOptions } from './message-words.ts'

const { list, test } = messagesContract
type Values = InputOf<typeof test>['body']

const TargetField = () => (
  <TextField<Values>
    name="target"
    maxLength={254}
    placeholder={useFieldValue('channel') === 'mail' ? t('请输入邮箱地址') : t('请输入手机号')}
  />
)

/** Sends a test message to verify the provider settings. */
export const TestMessageForm = ({ onClosed }: { onClosed: () => void }) => {
  return (
    <WriteForm
      title={t('发送测试')}
      act={t('发送')}
      endpoint={test}
      labels={{ channel: t('方式'), target: t('接收地址') }}
      initial={{ channel: 'sms', target: '' }}
      invalidates={[list]}
      onClosed={onClosed}
    >
      <Note space="form">{t('发送一条测试消息，检查发送服务是否可用。结果见发送记录。')}</Note>
      <SelectField<Values> name="channel" options={channelOptions} />
      <TargetField />
    </WriteForm>
  )
}
