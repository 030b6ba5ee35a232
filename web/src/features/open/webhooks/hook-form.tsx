import { eventName } from '@atrium/contract/event-words.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import type { webhookWrite } from '@atrium/contract/features/open/webhooks/webhook-fields.ts'
import type { WebhookRow } from '@atrium/contract/features/open/webhooks/webhook-rows.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { useRead } from '../../../kernel/api/use-read.ts'
import { SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { EventsField } from './events-field.tsx'
import { hookLabels, hookReads } from './hook-words.ts'

const { addHook, updateHook, hookEvents } = webhooksContract
type Values = z.input<typeof webhookWrite>

const HookFields = ({ app }: { app: OpenAppRow }) => {
  const read = useRead(hookEvents, { params: { id: app.id } })
  return (
    <>
      <TextField<Values>
        name="url"
        maxLength={500}
        placeholder="https://"
        help={t('事件以 POST 方式发送到此地址，须在 10 秒内返回 2xx')}
      />
      <EventsField read={read} />
      <SwitchField<Values> name="ordered" help={t('同一对象的事件依次投递，前一条送达或放弃后才投递下一条')} />
      <SwitchField<Values> name="active" />
    </>
  )
}

type HookFormProps = { app: OpenAppRow; onCreated: (secret: string) => void; onClosed: () => void }
/** Adds a webhook. */
export const HookForm = ({ app, onCreated, onClosed }: HookFormProps) => {
  return (
    <WriteForm
      title={t('新增 Webhook：{name}', { name: app.name })}
      act={t('新增 Webhook')}
      width={720}
      endpoint={addHook}
      params={{ id: app.id }}
      labels={hookLabels}
      initial={{ url: '', events: [], ordered: false, active: true }}
      invalidates={hookReads}
      onDone={({ secret }) => onCreated(secret)}
      onClosed={onClosed}
    >
      <HookFields app={app} />
    </WriteForm>
  )
}

type HookEditProps = { app: OpenAppRow; hook: WebhookRow; onClosed: () => void }
/** Edits a webhook. */
export const HookEditForm = ({ app, hook, onClosed }: HookEditProps) => {
  const { url, events, ordered, active, version } = hook
  return (
    <WriteForm
      title={t('编辑 Webhook：{name}', { name: app.name })}
      act={t('保存')}
      width={720}
      endpoint={updateHook}
      params={{ id: app.id, hookId: hook.id }}
      labels={hookLabels}
      initial={{ url, events, ordered, active, version }}
      formatters={{ events: (chosen) => listText(chosen.map((event) => t(eventName(event)))) }}
      invalidates={hookReads}
      onClosed={onClosed}
    >
      <HookFields app={app} />
    </WriteForm>
  )
}
