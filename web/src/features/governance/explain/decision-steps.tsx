import type { DecisionStep } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { Check, X } from 'lucide-react'
import { t } from '../../../ui/texts.ts'
import { stepNames } from './request-words.ts'
import './explain.css'

/** The steps of a decision with their findings. */
export const DecisionSteps = ({ steps, label }: { steps: readonly DecisionStep[]; label: string }) => (
  <ol className="decision-steps" aria-label={label}>
    {steps.map(({ step, ok, detail }) => (
      <li key={step} className={ok ? 'decision-step' : 'decision-step decision-step-failed'}>
        <span className="decision-step-mark">
          {ok ? <Check aria-hidden size={14} /> : <X aria-hidden size={14} />}
          <span className="visually-hidden">{ok ? t('通过', { context: 'state' }) : t('未通过')}</span>
        </span>
        <span className="decision-step-name">{stepNames[step]}</span>
        <span>{detail}</span>
      </li>
    ))}
  </ol>
)
