import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { plansErrors } from '@atrium/contract/features/tenancy/plans/plans.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPlans, type Plans, type PlansPorts } from './plans.service.ts'

const plansRoutes = (plans: Plans) =>
  implement(plansContract, {
    list: (scope, { query }) => plans.list(scope, query),
    options: (scope, asked) => plans.options(scope, asked),
    get: (scope, { params }) => plans.get(scope, params.id),
    create: (scope, { body }) => plans.create(scope, body),
    update: (scope, { params, body }) => plans.update(scope, params.id, body),
    remove: (scope, { params }) => plans.remove(scope, params.id),
    ceiling: (scope, { params }) => plans.ceiling(scope, params.id),
    updateCeiling: (scope, { params, body }) => plans.updateCeiling(scope, params.id, body),
  })

/** Plans: what the roles of a tenant can hold. */
export const createPlansFeature = (ports: PlansPorts) => ({
  routes: plansRoutes(createPlans(ports)),
  constraints: {
    plans__code: { ...plansErrors.codeTaken, field: 'code' },
    plans__name: { ...plansErrors.nameTaken, field: 'name' },
  },
})
