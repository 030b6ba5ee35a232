import { explainContract } from '@atrium/contract/features/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/explain/explain.errors.ts'
import { CallError } from '../../kernel/api/call-error.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import type { DecisionProps } from '../../kernel/explanations/decision-of.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { Explained } from './explained.tsx'

/** How a denial was found, what holds now, and how to change it. In: its trace id. */
export const Decision = ({ traceId, otherwise = null }: DecisionProps) => {
  const { data, error, refetch } = useRead(explainContract.explain, { query: { traceId } }, { toasts: false })
  if (error instanceof CallError) {
    if (error.code === explainErrors.noDenial.code) return otherwise
    return <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
  }
  return data && <Explained {...data} />
}
