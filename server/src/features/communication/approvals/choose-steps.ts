import type { ApprovalStep, Condition } from '@atrium/contract/features/communication/approvals/flow.ts'

/** What conditions compare, by the name of the declared field. */
export type ApprovalValues = Readonly<Record<string, string | number | boolean | null>>

/** The last resort of every flow. */
export const byAdministrators: ApprovalStep = {
  by: 'administrators',
  ids: [],
  need: 1,
  when: null,
  remindHours: null,
  escalateHours: null,
}

const isMet = ({ field, comparison, value }: Condition, values: ApprovalValues): boolean => {
  const found = values[field] ?? ''
  if (comparison === 'is') return String(found) === value
  if (comparison === 'isNot') return String(found) !== value
  const [number, limit] = [Number(found), Number(value)]
  return comparison === 'atLeast' ? number >= limit : number < limit
}

/**
 * The steps of a flow that apply to what is asked for; those whose condition is not met are left out. Where none is left,
 * administrators decide: nothing passes unseen.
 */
export const chooseSteps = (steps: readonly ApprovalStep[], values: ApprovalValues): readonly ApprovalStep[] => {
  const chosen = steps.filter(({ when }) => when === null || isMet(when, values))
  return chosen.length === 0 ? [byAdministrators] : chosen
}
