import { Fragment, lazy, type ReactNode, Suspense, useId, useReducer, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useConfirm } from '../../ui/confirm.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import { isHeld } from '../api/call-error.ts'
import type { Formatters } from './conflict-dialog.tsx'
import { discardQuestion } from './discard-question.ts'
import { DrawerFormFoot, type SecondAct } from './drawer-form-foot.tsx'
import { DraftNotice, GeneralProblems } from './drawer-form-notices.tsx'
import { createRules, FormRulesContext } from './form-context.ts'
import type { FormStep } from './form-step.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useFormOutcome } from './use-form-outcome.ts'
import { differingFields, onlyFields } from './values.ts'
import './drawer-form.css'

// Lazy: two people seldom edit the same row.
const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))

type Values = Record<string, unknown>
/** Fields, which begin again with another version: they look up its names. */
const renderFields = (version: unknown, children: ReactNode) => <Fragment key={String(version)}>{children}</Fragment>
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
  /** What a row calls by other names, as values of the form: of the newer version after a conflict. */
  toValues?(row: object): Partial<z.input<S>>
  /** 500 px by default. */
  width?: 500 | 720 | 1200
  /** What the submit button does, as its label: 保存, 新增用户, 删除. */
  act: string
  /** For an act that takes something away. */
  danger?: boolean
  second?: SecondAct | undefined
  /** For a form of several steps; the children are one of them. */
  step?: FormStep
  children: ReactNode
}

/**
 * A form in a drawer: validated by the contract schema, with guards against double submits, lost changes and version
 * conflicts. Field errors of the server are shown at their fields.
 */
export const DrawerForm = <S extends z.ZodMiniObject>(props: DrawerFormProps<S>) => {
  const { title, schema, initial, busy, onSubmit, onClosed, width = 500, act, danger = false, step, children } = props
  const labels = props.labels as Readonly<Record<string, string>>
  const fields = Object.keys(labels)
  const [open, setOpen] = useState(true)
  const [start, setStart] = useState<Values>(initial)
  const [ask, question] = useConfirm()
  const form = useForm()
  const formId = useId()
  const running = useRef(false)
  const [uploads, noteUpload] = useReducer((count: number, change: 1 | -1) => count + change, 0)
  // A drawer that closes before its form is drawn has lost nothing.
  const changed = () => (open ? differingFields(fields, { ...start, ...form.values() }, start) : [])
  const { draft, ...drafts } = useFormDraft(title, initial, form, changed)
  const { conflict, setConflict, general, setGeneral } = useFormOutcome(props, form, labels)

  const leave = () => {
    drafts.drop()
    setOpen(false)
  }
  const submit = async () => {
    if (busy || running.current) return
    if (uploads > 0) return toast.warning(t('有任务正在执行中'))
    setGeneral([])
    const parsed = z.safeParse(schema, form.values())
    if (!parsed.success) return setGeneral(parsed.error.issues.map(({ message }) => t(message)))
    running.current = true
    try {
      await onSubmit(parsed.data as z.output<S>)
      leave()
    } catch (error) {
      // Failures arrive through `error`.
      if (isHeld(error)) leave()
    } finally {
      running.current = false
    }
  }
  const close = () => {
    // Closing while a task runs only warns.
    if (busy || running.current || uploads > 0) return toast.warning(t('有任务正在执行中'))
    if (changed().length === 0) return leave()
    ask({ ...discardQuestion(), run: leave })
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
        <DrawerFormFoot
          formId={formId}
          busy={busy || uploads > 0}
          act={act}
          danger={danger}
          step={step}
          second={props.second}
          onCancel={close}
        />
      }
    >
      <FormRulesContext value={createRules(schema, form, labels, drafts.markSecret, noteUpload)}>
        {drafts.isOffered && <DraftNotice onDiscard={() => drafts.discard(start)} />}
        <GeneralProblems messages={general} />
        <Form
          id={formId}
          handle={form}
          initial={{ ...start, ...draft }}
          onSubmit={step?.onNext ?? (() => void submit())}
        >
          {renderFields(start.version, children)}
        </Form>
      </FormRulesContext>
      <Suspense>
        {conflict && (
          <ConflictDialog
            mine={form.values()}
            current={conflict}
            labels={labels}
            formatters={(props.formatters ?? {}) as Formatters}
            onUseMine={() => keepMine(conflict)}
            onUseCurrent={() => takeCurrent(conflict)}
            onClose={() => setConflict(undefined)}
          />
        )}
      </Suspense>
      {question}
    </Drawer>
  )
}
