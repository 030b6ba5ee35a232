import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import type { nextStep } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type * as z from 'zod/mini'
import { totpSwitchedOn } from '../security/index.ts'
import type { Workplace } from './sole-providers.ts'

export type Step = z.output<typeof nextStep>
/** How far a sign-in has come. */
export type Progress = {
  methods: Step['methods']
  secondPassed: boolean
  workplaces: readonly Workplace[]
  method: string
}

/** Asks which company to work in. */
export const companyChoice = (workplaces: readonly Workplace[]): Step => ({
  next: 'chooseCompany',
  methods: [],
  companies: workplaces.map(({ companyId: id, companyName: name }) => ({ id, name })),
})
/** The chosen company, or the only one. */
export const chooseWorkplace = (
  workplaces: readonly Workplace[],
  companyId: string | undefined,
): Workplace | undefined => {
  if (companyId !== undefined) return workplaces.find((workplace) => workplace.companyId === companyId)
  return workplaces.length === 1 ? workplaces[0] : undefined
}
/** Audit note of a second step set up during sign-in. */
export const totpSetUpNote = { event: securityContract.switchItem.audit.event, ...totpSwitchedOn }
/** Whether a company demands a second step of a person who has none. */
export const mustSetUpSecondStep = (
  workplace: Workplace | undefined,
  { methods, secondPassed }: Omit<Progress, 'workplaces'>,
) =>
  (workplace?.policy?.secondStep === true || workplace?.needsSecondStep === true) &&
  !secondPassed &&
  methods.length === 0
