import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Option } from '../../ui/select.tsx'
import { useCan } from '../access/use-can.ts'

export type DecisionProps = {
  traceId: string
  /** What stands there when no decision is kept under this trace id. */
  otherwise?: ReactNode
}
export type QuestionProps = {
  /** Whom it is about, if that is known: his id and what he is called. */
  person?: Option | undefined
  /** What it is about: `api` or `element` and its id, and what it is called. */
  subject?: Option | undefined
  /** The drawer has left the screen. */
  onClosed: () => void
}
type Explanations = {
  may: Endpoint
  Decision: ComponentType<DecisionProps>
  Question: ComponentType<QuestionProps>
  /** Where one finds what one has asked for. */
  requestsPath: string
}

let declared: Explanations | undefined

/** Names what shows a decision and what asks for one; features do not know each other, so the application says it once, at start. */
export const declareExplanations = (explanations: Explanations): void => {
  declared = explanations
}

/** What was named at start. */
export const explanations = (): Explanations => {
  if (!declared) throw new Error('declareExplanations has not been called')
  return declared
}

const Granted = ({ may, Decision, ...props }: DecisionProps & Pick<Explanations, 'may' | 'Decision'>) =>
  useCan(may) ? (
    <Suspense>
      <Decision {...props} />
    </Suspense>
  ) : (
    props.otherwise
  )

/** How a denial was found, for those who may know. In: its trace id. */
export const DecisionOf = (props: DecisionProps) => <Granted {...explanations()} {...props} />
