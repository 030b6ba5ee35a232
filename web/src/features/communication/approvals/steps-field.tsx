import type { FlowRow } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { type ApprovalStep, approvalStep, maxSteps } from '@atrium/contract/features/communication/approvals/flow.ts'
import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { Field } from '../../../kernel/forms/fields.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { t } from '../../../ui/texts.ts'
import { StepEditor } from './step-editor.tsx'
import './flows.css'

const blankStep: ApprovalStep = {
  by: 'administrators',
  ids: [],
  need: 1,
  when: null,
  remindHours: null,
  escalateHours: null,
}
const problemOf = (step: ApprovalStep): string | undefined => {
  const [issue] = z.safeParse(approvalStep, step).error?.issues ?? []
  return issue && t(issue.message)
}

type Move = { at: number; by: -1 | 1 }
const numbers = Array.from({ length: maxSteps }, (_, index) => index + 1)
const moves = [
  { by: -1, text: (at: number) => t('上移第 {at} 步', { at }), icon: ChevronUp },
  { by: 1, text: (at: number) => t('下移第 {at} 步', { at }), icon: ChevronDown },
] as const

const StepsControl = ({ value = [], onChange, flow, ...control }: Control<ApprovalStep[]> & { flow: FlowRow }) => {
  const list = useRef<HTMLOListElement>(null)
  const [lastMove, setLastMove] = useState<Move>()
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map(flow.names.map(({ id, name }) => [id, name])))
  const [isTouched, setTouched] = useState(false)
  const set = (next: ApprovalStep[]) => {
    setTouched(true)
    onChange?.(next)
  }
  const move = (at: number, by: -1 | 1) => {
    const step = value[at]
    if (step) set(value.toSpliced(at, 1).toSpliced(at + by, 0, step))
    setLastMove({ at: at + by, by })
  }
  // The focus goes with the step.
  useLayoutEffect(() => {
    if (!lastMove) return
    const buttons = [...(list.current?.children[lastMove.at]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])]
    const own = lastMove.by === 1 ? buttons.reverse() : buttons
    own.find(({ disabled }) => !disabled)?.focus()
  }, [lastMove])
  return (
    <div className="approval-editor">
      <ol
        ref={list}
        id={control.id}
        tabIndex={-1}
        aria-label={t('审批步骤')}
        aria-describedby={control['aria-describedby']}
      >
        {value.map((step, index) => (
          <li key={numbers[index]} className="approval-editor-step">
            <div className="approval-editor-head">
              <h3>{t('第 {at} 步', { at: index + 1 })}</h3>
              {moves.map(({ by, text, icon: Drawn }) => (
                <Button
                  key={by}
                  data-move={by}
                  look="quiet"
                  aria-label={text(index + 1)}
                  disabled={value[index + by] === undefined}
                  icon={<Drawn aria-hidden size={16} />}
                  onClick={() => move(index, by)}
                />
              ))}
              {value.length > 1 && (
                <Button
                  look="link"
                  danger
                  aria-label={t('删除第 {at} 步', { at: index + 1 })}
                  onClick={() => set(value.toSpliced(index, 1))}
                >
                  {t('删除')}
                </Button>
              )}
            </div>
            <StepEditor
              step={step}
              at={index + 1}
              flow={flow}
              names={names}
              onNamed={(id, name) => setNames((known) => new Map([...known, [id, name]]))}
              onChange={(next) => set(value.with(index, next))}
            />
            {isTouched && problemOf(step) && (
              <p className="approval-editor-problem" role="alert">
                {problemOf(step)}
              </p>
            )}
          </li>
        ))}
      </ol>
      {value.length < maxSteps && (
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => set([...value, blankStep])}>
          {t('添加步骤')}
        </Button>
      )}
    </div>
  )
}

/** The steps of a flow: who decides, when, and in which order. */
export const StepsField = ({ flow }: { flow: FlowRow }) => (
  <Field<{ steps: ApprovalStep[] }> name="steps">
    <StepsControl flow={flow} />
  </Field>
)
