import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../kernel/api/call-error.ts'
import { otherFailure } from '../../kernel/api/http-status.ts'

type Problems<F extends string> = Readonly<{ [K in F]?: string | undefined }>
/** What a form's frame and its buttons need of it. */
export type FormState = {
  readonly id: string
  readonly busy: boolean
  /** What belongs to no field. */
  readonly general: string | undefined
  readonly element: RefObject<HTMLFormElement | null>
}

/** What stops a step on this side of the wire; its message is a sentence for the person. */
export class StepRefusal extends Error {
  override name = 'StepRefusal'
}

/** Why a value is not right, in the contract's own words; undefined when it is. */
export const problemOf = (schema: z.ZodMiniType, value: unknown): string | undefined =>
  z.safeParse(schema, value).error?.issues[0]?.message

/**
 * A small form of text fields whose answer leads to the next step. In: the empty fields, and what judges them. Out: the
 * values; `field(name)`, to be spread on an input; and `submit(work)`, which does the work when every field is right,
 * puts the server's sentences under their fields, and the cursor into the first wrong one.
 */
export const useStepForm = <const F extends string>(
  blank: Readonly<Record<F, string>>,
  judge: (values: Readonly<Record<F, string>>) => Problems<F>,
) => {
  const [values, setValues] = useState(blank)
  const [problems, setProblems] = useState({} as Problems<F>)
  const [general, setGeneral] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const names = Object.keys(blank) as F[]

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const set = (name: F, value: string) => {
    setValues((former) => ({ ...former, [name]: value }))
    // What is being mended is not blamed any more.
    setProblems((former) => ({ ...former, [name]: undefined }))
  }
  const blame = (found: Problems<F>) => {
    setProblems(found)
    setRefusals((before) => before + 1)
  }
  const isWrong = (found: Problems<F>) => names.some((name) => found[name] !== undefined)
  const isOurs = (name: string): name is F => names.some((known) => known === name)

  const receive = (error: unknown) => {
    if (error instanceof StepRefusal) return setGeneral(error.message)
    if (!(error instanceof CallError)) return setGeneral(otherFailure)
    // What has no fields has been said aloud by the call.
    const sentences = error.errors ?? []
    setGeneral(sentences.find(({ field }) => !isOurs(field))?.msg)
    blame(Object.fromEntries(sentences.map(({ field, msg }) => [field, msg])) as Problems<F>)
  }
  const submit = async (work: () => Promise<unknown>) => {
    if (running.current) return
    setGeneral(undefined)
    const found = judge(values)
    if (isWrong(found)) return blame(found)
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
    /** Judges some fields alone, before something that needs only them. Out: whether they are right. */
    check: (...some: F[]): boolean => {
      const all = judge(values)
      const found = Object.fromEntries(some.map((name) => [name, all[name]])) as Problems<F>
      if (isWrong(found)) blame({ ...problems, ...found })
      return !isWrong(found)
    },
    field: (name: F) => ({
      value: values[name],
      onChange: (value: string) => set(name, value),
      error: problems[name],
    }),
    submit,
    receive,
    /** Empties the form for another round. */
    reset: () => {
      setValues(blank)
      setProblems({} as Problems<F>)
      setGeneral(undefined)
    },
    id,
    busy,
    general,
    element,
    isDirty: names.some((name) => values[name] !== blank[name]),
  }
}
