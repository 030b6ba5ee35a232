import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { explainErrors } from '@atrium/contract/features/governance/explain/explain.errors.ts'
import type { DecisionProps } from '../../../kernel/access/decision-trace.tsx'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Explained } from './explained.tsx'

/** Explains a denial: the stored decision, the current one, and how to change it. */
export const Decision = ({ traceId, fallback = null }: DecisionProps) => {
  const { data, error, refetch } = useRead(explainContract.explain, { query: { traceId } }, { toasts: false })
  if (error instanceof CallError) {
    if (error.code === explainErrors.noDenial.code) return fallback
    return <ErrorBlock msg={error.msg} traceId={error.traceId} onRetry={() => void refetch()} />
  }
  return data && <Explained {...data} />
}
