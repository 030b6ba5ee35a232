import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../../kernel/api/call-error.ts'
import { unknownFailure } from '../../../kernel/api/http-status.ts'
import { issueText } from '../../../ui/issue-text.ts'

type Problems<F extends string> = Readonly<{ [K in F]?: string | undefined }>
/** What the frame and the buttons of a form need. */
export type FormState = {
  readonly id: string
  readonly busy: boolean
  /** A problem that belongs to no field. */
  readonly generalProblem: string | undefined
  readonly element: RefObject<HTMLFormElement | null>
}

/** Stops a step on the client; its message is shown to the user. */
export class StepRefusal extends Error {
  override name = 'StepRefusal'
}

/** The contract's message for an invalid value; undefined if valid. */
export const findProblem = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  issueText(z.safeParse(schema, value).error?.issues[0])

/**
 * A small form of text fields. Takes initial values and their validation.
 * @returns the values; `field(name)`, to be spread on an input; and `submit(work)`, which runs the work when all fields
 *   are valid, shows the server's messages at their fields, and focuses the first wrong one.
 */
export const useStepForm = <const F extends string>(
  initialValues: Readonly<Record<F, string>>,
  validate: (values: Readonly<Record<F, string>>) => Problems<F>,
) => {
  const [values, setValues] = useState(initialValues)
  const [problems, setProblems] = useState({} as Problems<F>)
  const [generalProblem, setGeneralProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const names = Object.keys(initialValues) as F[]

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const set = (name: F, value: string) => {
    setValues((former) => ({ ...former, [name]: value }))
    // Clears a field's problem while it is edited.
    setProblems((former) => ({ ...former, [name]: undefined }))
  }
  const showProblems = (found: Problems<F>) => {
    setProblems(found)
    setRefusals((before) => before + 1)
  }
  const hasProblem = (found: Problems<F>) => names.some((name) => found[name] !== undefined)
  const isFormField = (name: string): name is F => names.some((known) => known === name)

  const receive = (error: unknown) => {
    if (error instanceof StepRefusal) return setGeneralProblem(error.message)
    if (!(error instanceof CallError)) return setGeneralProblem(unknownFailure)
    // The call has shown errors without fields.
    const fieldErrors = error.errors ?? []
    setGeneralProblem(fieldErrors.find(({ field }) => !isFormField(field))?.msg)
    showProblems(Object.fromEntries(fieldErrors.map(({ field, msg }) => [field, msg])) as Problems<F>)
  }
  const submit = async (work: () => Promise<unknown>) => {
    if (running.current) return
    setGeneralProblem(undefined)
    const found = validate(values)
    if (hasProblem(found)) return showProblems(found)
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (error) {
      receive(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set,
    /**
     * Validates some fields, before an action that needs only them.
     * @returns whether they are valid
     */
    check: (...some: F[]): boolean => {
      const all = validate(values)
      const found = Object.fromEntries(some.map((name) => [name, all[name]])) as Problems<F>
      if (hasProblem(found)) showProblems({ ...problems, ...found })
      return !hasProblem(found)
    },
    field: (name: F) => ({
      value: values[name],
      onChange: (value: string) => set(name, value),
      error: problems[name],
    }),
    submit,
    receive,
    /** Resets the form. */
    reset: () => {
      setValues(initialValues)
      setProblems({} as Problems<F>)
      setGeneralProblem(undefined)
    },
    id,
    busy,
    generalProblem,
    element,
    isDirty: names.some((name) => values[name] !== initialValues[name]),
  }
}
