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
import { unknownFailure } from '../api/http-status.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FormRulesContext } from './form-context.ts'
import { newerVersionOf } from './newer-version.ts'
import { useDraft } from './use-draft.ts'
import { isRequired, validateField } from './validate-field.ts'
import { differingFields, onlyFields } from './values.ts'
import './drawer-form.css'

type Values = Record<string, unknown>
type DrawerFormProps<S extends z.ZodMiniObject> = {
  title: string
  /** Contract schema of the request body: validates the fields and types the values. */
  schema: S
  /** Edited fields and their labels. */
  labels: Partial<Record<keyof z.output<S> & string, string>>
  initial: z.input<S>
  /** Whether a task is running. Required, so that callers cannot forget it. */
  busy: boolean
  /** Error of the last attempt. Required, so that callers cannot forget it. */
  error: unknown
  /** Settles when the attempt is over; a rejection keeps the drawer open. */
  onSubmit: (values: z.output<S>) => Promise<unknown>
  /** Called after the closing animation. */
  onClosed: () => void
  /** Formats values for the comparison of two versions, if plain text is not enough. */
  formatters?: { [F in keyof z.output<S> & string]?: (value: z.output<S>[F]) => string }
  /** 500 px by default. */
  width?: 500 | 720
  /** Label of the submit button of a destructive form: 删除. */
  danger?: string
  /** For a form of several steps; the children are one of them. */
  step?: FormStep
  children: ReactNode
}

/** Each step is validated before the next is shown; fields keep their values when they leave the screen. */
export type FormStep = {
  /** Absent in the first step. */
  onBack?: (() => void) | undefined
  /** Absent in the last step, which submits. */
  onNext?: (() => void) | undefined
  /** Shows the step with this field. */
  onProblem: (field: string) => void
}

const secretNamePattern = /pass|secret/i

/**
 * A form in a drawer: validated by the contract schema, with guards against double submits, lost changes and version
 * conflicts. Field errors of the server are shown at their fields.
 */
export const DrawerForm = <S extends z.ZodMiniObject>(props: DrawerFormProps<S>) => {
  const {
    title,
    schema,
    labels: labelsByField,
    initial,
    busy,
    error,
    onSubmit,
    onClosed,
    formatters = {},
    width = 500,
    danger,
    step,
    children,
  } = props
  const labels = labelsByField as Readonly<Record<string, string>>
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
    const isStorable = (field: string) =>
      !secrets.current.has(field) && !secretNamePattern.test(field) && !(values[field] instanceof UnparsedJson)
    return onlyFields(changed().filter(isStorable), values)
  })
  const discardDraft = () => {
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
      // The failure arrives through `error`.
    } finally {
      running.current = false
    }
  }

  const shownFailure = useRef<unknown>(undefined)
  const showOutcome = useEffectEvent((failure: unknown) => {
    // Effects rerun when a kept page is shown again; show each outcome once.
    if (shownFailure.current === failure || failure instanceof NotConfirmed) return
    shownFailure.current = failure
    setConflict(newerVersionOf(failure))
    // `call` has shown refusals; other failures are shown here.
    if (failure && !(failure instanceof CallError)) return setGeneral([unknownFailure])
    const problems = failure instanceof CallError ? (failure.errors ?? []) : []
    const placed = problems.map(({ field, msg }) => ({ field: field.split('.')[0] ?? field, msg }))
    const ownProblems = placed.filter(({ field }) => field in labels)
    if (ownProblems[0]) step?.onProblem(ownProblems[0].field)
    setProblems(ownProblems)
    setGeneral(placed.filter(({ field }) => !(field in labels)).map(({ msg }) => msg))
  })
  useEffect(() => showOutcome(error), [error])
  // Runs after the step of these fields is rendered.
  const showProblems = useEffectEvent((found: readonly FieldProblem[]) => {
    if (found.length === 0) return
    form.showProblems(found)
    setProblems([])
  })
  useEffect(() => showProblems(problems), [problems])

  const close = () => {
    // Closing while a task runs only warns.
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
          validate: (field) => validateField(schema, form.values(), field),
          currentValue: (field) => form.values()[field],
          markSecret: (field) => secrets.current.add(field),
        }}
      >
        {draft && offersDraft && (
          <div role="status" className="drawer-form-draft">
            <span>已恢复上次未保存的内容</span>
            <Button onClick={discardDraft}>放弃</Button>
          </div>
        )}
        {general.length > 0 && (
          <ul role="alert" className="drawer-form-problems">
            {general.map((message) => (
              <li key={message}>{message}</li>
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
          formatters={formatters as never}
          onUseMine={() => keepMine(conflict)}
          onUseCurrent={() => takeCurrent(conflict)}
          onClose={() => setConflict(undefined)}
        />
      )}
      {question}
    </Drawer>
  )
}
