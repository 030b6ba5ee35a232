import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldProblem, FormHandle } from '../../ui/form.tsx'
import { t } from '../../ui/texts.ts'
import { NotConfirmed } from '../api/call-confirmed.ts'
import { CallError, isOutage, noAnswer } from '../api/call-error.ts'
import { unknownFailure } from '../api/http-status.ts'
import { findNewerVersion } from '../api/newer-version.ts'
import type { FormStep } from './form-step.ts'

type Outcome = {
  /** Error of the last attempt. */
  error: unknown
  step?: FormStep
  /** Fields that a row has by other names. */
  toValues?(row: object): object
}

/** Stays in the form: the message of the call goes after two seconds. */
const describeOutage = ({ code, traceId }: CallError) => {
  if (code === noAnswer) return t('保存失败，请检查网络后重试')
  return t('保存失败，请稍后重试{traceId}', {
    traceId: traceId && t('（追踪号 {traceId}）', { traceId: traceId.slice(0, 8) }),
  })
}

/**
 * Shows how the last attempt failed: problems at their fields, after the step of the first one is shown.
 * @returns `general`, the problems of no field, and `conflict`, the newer version of the row, with their setters
 */
export const useFormOutcome = (
  { error, step, toValues }: Outcome,
  form: FormHandle,
  labels: Readonly<Record<string, string>>,
) => {
  const [conflict, setConflict] = useState<Record<string, unknown>>()
  const [general, setGeneral] = useState<readonly string[]>([])
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const shownFailure = useRef<unknown>(undefined)
  const showOutcome = useEffectEvent((failure: unknown) => {
    // Effects rerun when a kept page is shown again; show each outcome once.
    if (shownFailure.current === failure || failure instanceof NotConfirmed) return
    shownFailure.current = failure
    const newer = findNewerVersion(failure)
    setConflict(newer && { ...newer, ...toValues?.(newer) })
    // `call` has shown refusals; other failures are shown here.
    if (failure && !(failure instanceof CallError)) return setGeneral([unknownFailure])
    if (failure instanceof CallError && isOutage(failure)) return setGeneral([describeOutage(failure)])
    const refused = failure instanceof CallError ? (failure.errors ?? []) : []
    const placed = refused.map(({ field, msg }) => {
      const [top = field, ...path] = field.split('.')
      return { field: top, path, msg }
    })
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
  return { conflict, setConflict, general, setGeneral }
}
