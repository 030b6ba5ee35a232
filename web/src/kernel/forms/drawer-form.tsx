import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { type FieldProblem, Form, useForm } from '../../ui/form.tsx'
import { UnparsedJson } from '../../ui/json-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { NotConfirmed } from '../api/call-confirmed.ts'
import { CallError } from '../api/call-error.ts'
import { otherFailure } from '../api/http-status.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FormRulesContext } from './form-context.ts'
import { newerVersionIn } from './newer-version.ts'
import { isRequired, problemWith } from './schema-problem.ts'
import { useDraft } from './use-draft.ts'
import { differingFields, onlyFields } from './values.ts'
import './drawer-form.css'

type Values = Record<string, unknown>
type DrawerFormProps<S extends z.ZodMiniObject> = {
  title: string
  /** The contract's own schema of what is sent: it judges the fields and types the values. */
  schema: S
  /** The fields that are edited, and what they are called. */
  labels: Partial<Record<keyof z.output<S> & string, string>>
  initial: z.input<S>
  /** A task runs. Required, so that nobody forgets it. */
  busy: boolean
  /** What the last attempt met. Required, so that nobody forgets it. */
  error: unknown
  /** Settles when the attempt is over; a rejection keeps the drawer open. */
  onSubmit: (values: z.output<S>) => Promise<unknown>
  /** The drawer has left the screen. */
  onClosed: () => void
  /** How values read where plain text will not do, when two versions stand side by side. */
  show?: { [F in keyof z.output<S> & string]?: (value: z.output<S>[F]) => string }
  /** 500 px unless said otherwise (spec §9). */
  width?: 500 | 720
  /** What it takes from people, as the word on its button: 删除. */
  danger?: string
  /** Of a form that is filled in step by step: its children are one of them. */
  step?: FormStep
  children: ReactNode
}

/** Every step is judged before the next one comes; what its fields hold stays when they leave the screen. */
export type FormStep = {
  /** Absent in the first. */
  onBack?: (() => void) | undefined
  /** Absent in the last, which submits. */
  onNext?: (() => void) | undefined
  /** Shows the step that a field belongs to. */
  onProblem: (field: string) => void
}

const soundsSecret = /pass|secret/i

/**
 * A form in a drawer: judged by the contract's schema, guarded against double submits, lost changes and somebody
 * else's newer version; the server's field errors land under their fields.
 */
export const DrawerForm = <S extends z.ZodMiniObject>(props: DrawerFormProps<S>) => {
  const {
    title,
    schema,
    labels: named,
    initial,
    busy,
    error,
    onSubmit,
    onClosed,
    show = {},
    width = 500,
    danger,
    step,
    children,
  } = props
  const labels = named as Readonly<Record<string, string>>
  const fields = Object.keys(labels)
  const [open, setOpen] = useState(true)
  const [start, setStart] = useState<Values>(initial)
  const [conflict, setConflict] = useState<Values>()
  const [general, setGeneral] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [ask, question] = useConfirm()
  const form = useForm()
  const formId = useId()
  const running = useRef(false)
  const secrets = useRef(new Set<string>())

  const changed = () => differingFields(fields, form.values(), start)
  const [offersDraft, setOffersDraft] = useState(true)
  const [draft, dropDraft] = useDraft(title, initial, () => {
    const values = form.values()
    const isKept = (field: string) =>
      !secrets.current.has(field) && !soundsSecret.test(field) && !(values[field] instanceof UnparsedJson)
    return onlyFields(changed().filter(isKept), values)
  })
  const abandonDraft = () => {
    for (const field of Object.keys(draft ?? {})) form.set(field, start[field])
    dropDraft()
    setOffersDraft(false)
  }
  const leave = () => {
    dropDraft()
    setOpen(false)
  }

  const submit = async () => {
    if (busy || running.current) return
    setGeneral([])
    const parsed = z.safeParse(schema, form.values())
    if (!parsed.success) return setGeneral(parsed.error.issues.map(({ message }) => message))
    running.current = true
    try {
      await onSubmit(parsed.data as z.output<S>)
      leave()
    } catch {
      // What went wrong arrives by `error`.
    } finally {
      running.current = false
    }
  }

  const received = useRef<unknown>(undefined)
  const receive = useEffectEvent((failure: unknown) => {
    // Effects run again when a kept page comes back; an answer is received once.
    if (received.current === failure || failure instanceof NotConfirmed) return
    received.current = failure
    setConflict(newerVersionIn(failure))
    // A refusal has been said aloud by the call; whatever else went wrong has not.
    if (failure && !(failure instanceof CallError)) return setGeneral([otherFailure])
    const problems = failure instanceof CallError ? (failure.errors ?? []) : []
    const placed = problems.map(({ field, msg }) => ({ field: field.split('.')[0] ?? field, msg }))
    const ours = placed.filter(({ field }) => field in labels)
    if (ours[0]) step?.onProblem(ours[0].field)
    setProblems(ours)
    setGeneral(placed.filter(({ field }) => !(field in labels)).map(({ msg }) => msg))
  })
  useEffect(() => receive(error), [error])
  // Once the step they belong to is there.
  const showProblems = useEffectEvent((found: readonly FieldProblem[]) => {
    if (found.length === 0) return
    form.showProblems(found)
    setProblems([])
  })
  useEffect(() => showProblems(problems), [problems])

  const close = () => {
    // spec §4: cancelling while a task runs warns and changes nothing
    if (busy || running.current) return toast.warning('有任务正在执行中')
    if (changed().length === 0) return leave()
    ask({
      title: '放弃未保存的修改？',
      body: '关闭后，填写的内容不会保留。',
      confirm: '放弃修改',
      cancel: '继续编辑',
      danger: true,
      run: leave,
    })
  }

  const takeCurrent = (current: Values) => {
    const next = { ...start, ...onlyFields([...fields, 'version'], current) }
    for (const [name, value] of Object.entries(next)) form.set(name, value)
    setStart(next)
    setConflict(undefined)
  }
  const keepMine = (current: Values) => {
    form.set('version', current.version)
    setConflict(undefined)
    void submit()
  }

  return (
    <Drawer
      title={title}
      open={open}
      width={width}
      onClose={close}
      onClosed={onClosed}
      footer={
        <div className="drawer-form-foot">
          <Button onClick={close} icon={busy ? <Spinner /> : undefined}>
            取消
          </Button>
          {step?.onBack && (
            <Button disabled={busy} onClick={step.onBack}>
              上一步
            </Button>
          )}
          <Button look="primary" danger={danger !== undefined} submits form={formId} loading={busy}>
            {step?.onNext ? '下一步' : (danger ?? '确定')}
          </Button>
        </div>
      }
    >
      <FormRulesContext
        value={{
          labels,
          isRequired: (field) => isRequired(schema, field),
          problemWith: (field) => problemWith(schema, form.values(), field),
          currentValue: (field) => form.values()[field],
          markSecret: (field) => secrets.current.add(field),
        }}
      >
        {draft && offersDraft && (
          <div role="status" className="drawer-form-draft">
            <span>已恢复上次未保存的内容</span>
            <Button onClick={abandonDraft}>放弃</Button>
          </div>
        )}
        {general.length > 0 && (
          <ul role="alert" className="drawer-form-problems">
            {general.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <Form
          id={formId}
          handle={form}
          initial={{ ...start, ...draft }}
          onSubmit={step?.onNext ?? (() => void submit())}
        >
          {children}
        </Form>
      </FormRulesContext>
      {conflict && (
        <ConflictDialog
          mine={form.values()}
          current={conflict}
          labels={labels}
          show={show as never}
          onUseMine={() => keepMine(conflict)}
          onUseCurrent={() => takeCurrent(conflict)}
          onClose={() => setConflict(undefined)}
        />
      )}
      {question}
    </Drawer>
  )
}
