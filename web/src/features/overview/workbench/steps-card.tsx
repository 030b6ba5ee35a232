import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../ui/texts.ts'
import { ActionLink, Card } from './card.tsx'

export type Step = {
  icon: LucideIcon
  title: string
  done: boolean
  text: ReactNode
  action: string
  /** Where the action leads; no action without it. */
  to: string | undefined
}

type StepsCardProps = { title: string; steps: readonly Step[]; end?: ReactNode }
/** A card of steps, each with its button until it is done; the first open one stands out. */
export const StepsCard = ({ title, steps, end }: StepsCardProps) => {
  const done = steps.filter((step) => step.done).length
  const first = steps.find((step) => !step.done)
  return (
    <Card title={title} note={t('已完成 {done} / {count}', { done, count: steps.length })} end={end}>
      <ul className="workbench-rows">
        {steps.map((step) => {
          const Icon = step.done ? Check : step.icon
          return (
            <li key={step.title} className="workbench-row workbench-step" data-done={step.done || undefined}>
              <span className="workbench-step-icon">
                <Icon aria-hidden size={18} />
              </span>
              <span className="workbench-lines">
                <span>{step.title}</span>
                <small>{step.text}</small>
              </span>
              {!step.done && (
                <ActionLink to={step.to} look={step === first ? 'primary' : 'framed'}>
                  {step.action}
                </ActionLink>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
