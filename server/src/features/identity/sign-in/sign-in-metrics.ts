import { outsideSignInContract } from '@atrium/contract/features/identity/identity-providers/outside-sign-in.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { MetricSource } from '../../../kernel/metrics.ts'

const { verify, accessToken } = signInContract
const firstSteps: readonly string[] = [verify.audit.event, outsideSignInContract.finish.audit.event]
const secondStep: string = accessToken.audit.event
/** Reasons that the log notes (`first-step.ts`); others are refusals by rules: captchas, limits, methods that are off. */
const noted = ['unknown', 'password', 'code', 'locked', 'stopped'] as const
type Kind = (typeof noted)[number] | 'refused'

const readReason = (after: unknown): Kind => {
  const reason = typeof after === 'object' && after !== null && 'reason' in after ? after.reason : undefined
  return noted.find((each) => each === reason) ?? 'refused'
}

/** Counts failed sign-ins of this node by what the sign-in log says of them. */
export const signInMetrics = (database: Pick<Database, 'onAudited'>): MetricSource => {
  const counts: Record<Kind, number> = { unknown: 0, password: 0, code: 0, locked: 0, stopped: 0, refused: 0 }
  database.onAudited((written) => {
    for (const { event, ok, after } of written) {
      if (ok) continue
      if (firstSteps.includes(event)) counts[readReason(after)] += 1
      else if (event === secondStep) counts.code += 1
    }
  })
  return {
    names: ['atrium_sign_in_failures_total'],
    read: () => ({
      atrium_sign_in_failures_total: Object.entries(counts).map(([kind, value]) => ({ labels: { kind }, value })),
    }),
  }
}
