import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { tryCallContract } from '@atrium/contract/features/open/open-docs/try-call.contract.ts'
import { useId } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormField, useForm } from '../../../ui/form.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { t } from '../../../ui/texts.ts'
import type { ApiDocument, Entry } from './api-document.ts'
import { TryAnswer } from './try-answer.tsx'
import { bodyExample, type TryField, toTrial, tryFields } from './try-fields.ts'
import './try-api.css'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Calls an API as the application, from a form that holds its example. */
export const TryApi = ({ app, document, entry }: { app: OpenAppRow; document: ApiDocument; entry: Entry }) => {
  const id = useId()
  const form = useForm()
  const fields = tryFields(document, entry)
  const body = bodyExample(entry)
  const trial = useWrite(tryCallContract.tryCall)
  const toText = (name: string) => String(form.values()[name] ?? '').trim()
  const [asked, others] = [fields.filter(({ required }) => required), fields.filter(({ required }) => !required)]
  const input = ({ name, label, required, help }: TryField) => (
    <FormField
      key={name}
      name={name}
      label={label}
      required={required}
      help={help}
      problem={() => (required && toText(name) === '' ? t('请输入 {label}', { label }) : undefined)}
    >
      <LineInput />
    </FormField>
  )
  const send = () =>
    trial.mutate(
      { params: { id: app.id }, body: toTrial(entry.operation.operationId, form.values()) },
      { onError: (error) => error instanceof CallError && form.showProblems(error.errors ?? []) },
    )
  return (
    <div className="try-api">
      <p className="try-quiet">
        {t('以该应用的身份签名调用，计入调用次数。内部接口写入的内容立即撤销，业务系统的接口仅转发至沙箱地址。')}
      </p>
      <Form
        id={id}
        handle={form}
        initial={{ ...Object.fromEntries(fields.map(({ name, initial }) => [name, initial])), body: body ?? '' }}
        onSubmit={send}
      >
        <div className="try-fields">{asked.map(input)}</div>
        {others.length > 0 && (
          <details className="try-others" open={asked.length === 0 && body === undefined}>
            <summary>{t('可选参数 {count} 个', { count: others.length })}</summary>
            <div className="try-fields">{others.map(input)}</div>
          </details>
        )}
        {body !== undefined && (
          <FormField
            name="body"
            label={t('请求体')}
            required={false}
            problem={() => (toText('body') === '' || isJson(toText('body')) ? undefined : t('请求体不是有效的 JSON'))}
          >
            <TextArea />
          </FormField>
        )}
        <Button look="primary" submits loading={trial.isPending}>
          {t('发送')}
        </Button>
      </Form>
      {trial.data && <TryAnswer tried={trial.data} />}
    </div>
  )
}
