import type { CallLogDetail } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { Check, Minus, X } from 'lucide-react'
import { t } from '../../../../ui/texts.ts'
import { stepNames } from '../call-words.ts'
import '../calls.css'

type Step = CallLogDetail['steps'][number]
const stepIcons = { passed: Check, refused: X, open: Minus } as const
const stepWords = { passed: t('通过', { context: 'state' }), refused: t('未通过'), open: t('未检查') } as const

const StepLine = ({ step: { step, state, detail } }: { step: Step }) => {
  const Icon = stepIcons[state]
  return (
    <li className={`app-step app-step-${state}`}>
      <Icon aria-hidden size={16} />
      <span>{stepNames[step]}</span>
      <span className="app-step-word">{detail || stepWords[state]}</span>
    </li>
  )
}

/** The steps of the gate that a call has taken. */
export const CallSteps = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="app-steps" aria-label={t('检查步骤')}>
    {steps.map((step) => (
      <StepLine key={step.step} step={step} />
    ))}
  </ul>
)
