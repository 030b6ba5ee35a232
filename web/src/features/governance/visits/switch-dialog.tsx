import {
  switchingContract,
  switchRequest,
  type VisitCheck,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { callOrMore } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { startTabSession } from '../../../kernel/api/session-switch.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { CancelButton } from '../../../kernel/forms/cancel-button.tsx'
import { SelectField } from '../../../kernel/forms/fields.tsx'
import { createRules, FormRulesContext, useFormRules } from '../../../kernel/forms/form-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, FormField, useForm, useSetField } from '../../../ui/form.tsx'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { Note } from '../../../ui/note.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.ts'
import { type Destination, destinationName } from './destination.ts'
import { minutesOptions, modeNames, modeOptions } from './visit-words.ts'
import './switch-dialog.css'

type Values = z.input<typeof switchRequest>
type SwitchValues = z.output<typeof switchRequest>
const labels = { reason: t('访问原因'), mode: t('访问方式'), minutes: t('访问时长') }
const maxReasonLength = 200

const isTouchScreen = () => matchMedia('(pointer: coarse)').matches

/** Reason of the visit: typed, or chosen from previous ones. */
const ReasonField = ({ previousReasons }: { previousReasons: readonly string[] }) => {
  const { validate: problem } = useFormRules()
  const set = useSetField()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isTouchScreen()) box.current?.querySelector('textarea')?.focus()
  }, [])
  return (
    <div ref={box}>
      <FormField name="reason" label={labels.reason} required problem={() => problem('reason')}>
        <TextArea count={{ max: maxReasonLength }} placeholder={t('例如：协助排查用户无法登录')} />
      </FormField>
      {previousReasons.length > 0 && (
        <ul className="switch-reasons" aria-label={t('最近用过的原因')}>
          {previousReasons.map((reason) => (
            <li key={reason}>
              <button type="button" title={reason} onClick={() => set('reason', reason)}>
                {reason}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A note on an allowed, pending or required request; undefined if none applies. */
const buildNote = ({ allowed, policy, request }: VisitCheck): string | undefined => {
  if (request?.state === 'allowed') {
    const terms = clausesText([
      request.orgName && `“${request.orgName}”`,
      modeNames[request.mode],
      t('最长 {minutes}', { minutes: formatMinutes(request.minutes) }),
      request.useUntil && t('请在 {useUntil} 前进入', { useUntil: formatMoment(request.useUntil) }),
    ])
    return t('公司已同意您访问：{terms}。', { terms })
  }
  if (request)
    return t('您在 {createTime} 提交的申请仍待处理，再次提交将替换原申请。', {
      createTime: formatMoment(request.createTime),
    })
  if (!allowed && policy === 'ask') return t('该公司要求访问前先经同意：提交后由其管理员处理，同意后即可切换。')
  return undefined
}

type SwitchDialogProps = { destination: Destination; check: VisitCheck; onClosed: () => void }

/** Asks for reason, mode and duration before this tab switches to another company. */
export const SwitchDialog = ({ destination, check, onClosed }: SwitchDialogProps) => {
  const form = useForm()
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const allowed = check.request?.state === 'allowed' ? check.request : undefined
  const needsRequest = !check.allowed
  const initial: Values = {
    orgId: destination.orgId,
    mode: allowed?.mode ?? 'view',
    reason: allowed?.reason ?? '',
    minutes: allowed?.minutes ?? 60,
  }
  const note = buildNote(check)

  const submit = async () => {
    const parsed = z.safeParse(switchRequest, form.values())
    if (running.current || !parsed.success) return
    running.current = true
    setBusy(true)
    try {
      const request = { params: { id: destination.companyId }, body: parsed.data }
      const reply = await callOrMore(switchingContract.switch, request, { silentSuccess: true })
      // The page is about to reload: the button stays busy.
      if (!reply.more)
        return startTabSession(reply.data, {
          kind: 'success',
          text: t('已切换到“{destination}”', { destination: destinationName(destination) }),
        })
      toast.success(reply.msg)
      await invalidate(switchingContract.switchCheck)
      onClosed()
    } catch (error) {
      if (error instanceof CallError) form.showProblems(error.errors ?? [])
      running.current = false
      setBusy(false)
    }
  }
  const close = () => (busy ? toast.warning(t('有任务正在执行中')) : onClosed())

  return (
    <Dialog
      title={t('切换到“{destination}”？', { destination: destinationName(destination) })}
      onClose={close}
      footer={
        <div className="switch-foot">
          <CancelButton busy={busy} onCancel={close} />
          <Button look="primary" submits form={formId} loading={busy}>
            {needsRequest ? t('提交申请') : t('切换')}
          </Button>
        </div>
      }
    >
      <FormRulesContext value={createRules(switchRequest, form, labels)}>
        <div className="switch-form">
          {note && <Note>{note}</Note>}
          <Form id={formId} handle={form} initial={initial} onSubmit={() => void submit()}>
            <ReasonField previousReasons={check.lastReasons} />
            <FormField name="mode" label={labels.mode} required problem={() => undefined}>
              <RadioCards
                aria-label={labels.mode}
                choices={modeOptions.filter(({ value }) => check.modes.includes(value))}
              />
            </FormField>
            <SelectField<SwitchValues>
              name="minutes"
              required
              options={minutesOptions(allowed?.minutes)}
              help={t('到期自动返回本人所属公司；仅影响当前标签页')}
            />
          </Form>
        </div>
      </FormRulesContext>
    </Dialog>
  )
}
