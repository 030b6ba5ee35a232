import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Option } from '../../ui/select.tsx'
import { useCan } from './use-can.ts'

export type DecisionProps = {
  traceId: string
  /** Shown if no decision is stored under this trace id. */
  fallback?: ReactNode
}
export type QuestionProps = {
  /** The user concerned, if known: id and name. */
  person?: Option | undefined
  /** The subject, if known: `api` or `element` with its id, and its name. */
  subject?: Option | undefined
  /** Called after the closing animation. */
  onClosed: () => void
}
type Explanations = {
  endpoint: Endpoint
  Decision: ComponentType<DecisionProps>
  Question: ComponentType<QuestionProps>
  /** Path of the user's own access requests. */
  requestsPath: string
}

let declared: Explanations | undefined

/** Registers the views of decisions at startup; features do not depend on each other. */
export const declareExplanations = (explanations: Explanations): void => {
  declared = explanations
}

/** Returns the registered views. */
export const explanations = (): Explanations => {
  if (!declared) throw new Error('declareExplanations has not been called')
  return declared
}

const PermittedDecision = ({
  endpoint,
  Decision,
  ...props
}: DecisionProps & Pick<Explanations, 'endpoint' | 'Decision'>) =>
  useCan(endpoint) ? (
    <Suspense>
      <Decision {...props} />
    </Suspense>
  ) : (
    props.fallback
  )

/** Shows how a denial was decided, if the signed-in user may see it. */
export const DecisionTrace = (props: DecisionProps) => <PermittedDecision {...explanations()} {...props} />
