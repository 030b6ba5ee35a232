import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import type { Companies } from './companies.service.ts'
import type { CompanyStanding } from './company-standing.service.ts'
import type { Tenants } from './tenants.service.ts'

type Services = { companies: Companies; standing: CompanyStanding; tenants: Tenants }

export const companiesRoutes = ({ companies, standing, tenants }: Services) =>
  implement(companiesContract, {
    list: (scope, { query }) => companies.list(scope, query),
    get: (scope, { params }) => companies.get(scope, params.id),
    create: (scope, { body }) => companies.create(scope, body),
    update: (scope, { params, body }) => companies.update(scope, params.id, body),
    lock: (scope, { params, body }) => standing.lock(scope, params.id, body),
    unlock: (scope, { params }) => standing.unlock(scope, params.id),
    reset: (scope, { params }) => standing.reset(scope, params.id),
    tenant: (scope, { params }) => tenants.get(scope, params.id),
    updateTenant: (scope, { params, body }) => tenants.update(scope, params.id, body),
    suspend: (scope, { params, body }) => tenants.suspend(scope, params.id, body.reason),
    initialise: (scope, { params }) => tenants.initialise(scope, params.id),
    resume: (scope, { params }) => tenants.resume(scope, params.id),
  })
