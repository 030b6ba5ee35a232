import { switchingContract, type VisitCheck, visitWish } from '@atrium/contract/features/visits/visits.contract.ts'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { beginActing } from '../../kernel/api/acting.ts'
import { callOrMore } from '../../kernel/api/call.ts'
import { CallError } from '../../kernel/api/call-error.ts'
import { invalidate } from '../../kernel/api/use-endpoint.ts'
import { SelectField } from '../../kernel/forms/fields.tsx'
import { FormRulesContext, useFormRules } from '../../kernel/forms/form-context.ts'
import { isRequired, problemWith } from '../../kernel/forms/schema-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormField, useForm, useSetField } from '../../ui/form.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { formatMoment } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf, type Place } from './place.ts'
import { minutesOptions, minutesText, modeNames, modeOptions } from './visit-words.ts'
import './switch-dialog.css'

type Values = z.input<typeof visitWish>
type Wish = z.output<typeof visitWish>
const labels = { reason: '访问原因', mode: '访问方式', minutes: '访问时长' }
const longestReason = 200

const isTouched = () => matchMedia('(pointer: coarse)').matches

/** Why one goes there: typed, or taken from what was said before. */
const ReasonField = ({ former }: { former: readonly string[] }) => {
  const { problemWith: problem } = useFormRules()
  const set = useSetField()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isTouched()) box.current?.querySelector('textarea')?.focus()
  }, [])
  return (
    <div ref={box}>
      <FormField name="reason" label={labels.reason} required problem={() => problem('reason')}>
        <TextArea count={{ max: longestReason }} placeholder="例如：协助排查用户无法登录" />
      </FormField>
      {former.length > 0 && (
        <ul className="switch-reasons" aria-label="最近用过的原因">
          {former.map((reason) => (
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

/** What stands between the person and the company, in a sentence; undefined where nothing does. */
const noteOf = ({ allowed, policy, request }: VisitCheck): string | undefined => {
  if (request?.state === 'allowed') {
    const until = request.useUntil && `，请在 ${formatMoment(request.useUntil)} 前进入`
    const where = request.orgName ? `“${request.orgName}”，` : ''
    return `企业已同意您访问：${where}${modeNames[request.mode]}，最长 ${minutesText(request.minutes)}${until ?? ''}。`
  }
  if (request) return `您在 ${formatMoment(request.createTime)} 提交的申请还在等待处理，再次提交会替换它。`
  if (!allowed && policy === 'ask') return '这家企业要求先经过同意：提交后由它的管理员处理，同意后您再来进入。'
  return undefined
}

type SwitchDialogProps = { place: Place; check: VisitCheck; onClosed: () => void }

/** Asks before this tab acts as another company: which one it is, why, how and for how long. */
export const SwitchDialog = ({ place, check, onClosed }: SwitchDialogProps) => {
  const form = useForm()
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const allowed = check.request?.state === 'allowed' ? check.request : undefined
  const needsAsking = !check.allowed
  const initial: Values = {
    orgId: place.orgId,
    mode: allowed?.mode ?? 'view',
    reason: allowed?.reason ?? '',
    minutes: allowed?.minutes ?? 60,
  }
  const note = noteOf(check)

  const submit = async () => {
    const parsed = z.safeParse(visitWish, form.values())
    if (running.current || !parsed.success) return
    running.current = true
    setBusy(true)
    try {
      const request = { params: { id: place.companyId }, body: parsed.data }
      const reply = await callOrMore(switchingContract.switch, request, { silentSuccess: true })
      // The page is given up now: the button goes on showing that something happens.
      if (!reply.more) return beginActing(reply.data, { kind: 'success', text: `已切换到“${nameOf(place)}”` })
      toast.success(reply.msg)
      await invalidate(switchingContract.switchCheck)
      onClosed()
    } catch (error) {
      if (error instanceof CallError) form.showProblems(error.errors ?? [])
      running.current = false
      setBusy(false)
    }
  }
  const close = () => (busy ? toast.warning('有任务正在执行中') : onClosed())

  return (
    <Dialog
      title={`切换到“${nameOf(place)}”？`}
      onClose={close}
      footer={
        <div className="switch-foot">
          <Button onClick={close}>取消</Button>
          <Button look="primary" submits form={formId} loading={busy}>
            {needsAsking ? '提交申请' : '确认切换'}
          </Button>
        </div>
      }
    >
      <FormRulesContext
        value={{
          labels,
          isRequired: (field) => isRequired(visitWish, field),
          problemWith: (field) => problemWith(visitWish, form.values(), field),
          currentValue: (field) => form.values()[field],
          markSecret: () => undefined,
        }}
      >
        <div className="switch-form">
          {note && <p className="switch-note">{note}</p>}
          <Form id={formId} handle={form} initial={initial} onSubmit={() => void submit()}>
            <ReasonField former={check.lastReasons} />
            <FormField name="mode" label={labels.mode} required problem={() => undefined}>
              <RadioCards
                aria-label={labels.mode}
                choices={modeOptions.filter(({ value }) => check.modes.includes(value))}
              />
            </FormField>
            <SelectField<Wish>
              name="minutes"
              required
              options={minutesOptions(allowed?.minutes)}
              help="到时自动返回自己的公司；只影响当前标签页，其他标签页不变"
            />
          </Form>
        </div>
      </FormRulesContext>
    </Dialog>
  )
}
