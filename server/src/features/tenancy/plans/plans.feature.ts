import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { plansErrors } from '@atrium/contract/features/tenancy/plans/plans.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPlans, type PlansPorts } from './plans.service.ts'

/** Plans: what the roles of a tenant can hold. */
export const createPlansFeature = (ports: PlansPorts) => ({
  routes: implement(plansContract, createPlans(ports)),
  constraints: {
    plans__code: { ...plansErrors.codeTaken, field: 'code' },
    plans__name: { ...plansErrors.nameTaken, field: 'name' },
  },
})
