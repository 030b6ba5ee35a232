import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useCan } from '../access/use-can.ts'

export type DecisionProps = {
  traceId: string
  /** What stands there when no decision is kept under this trace id. */
  otherwise?: ReactNode
}
type Explanations = { may: Endpoint; Decision: ComponentType<DecisionProps> }

let declared: Explanations | undefined

/** Names what shows a decision; features do not know each other, so the application says it once, at start. */
export const declareExplanations = (explanations: Explanations): void => {
  declared = explanations
}

const Granted = ({ may, Decision, ...props }: DecisionProps & Explanations) =>
  useCan(may) ? (
    <Suspense>
      <Decision {...props} />
    </Suspense>
  ) : (
    props.otherwise
  )

/** How a denial was found, for those who may know. In: its trace id. */
export const DecisionOf = (props: DecisionProps) => {
  if (!declared) throw new Error('declareExplanations has not been called')
  return <Granted {...declared} {...props} />
}
