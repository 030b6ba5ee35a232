import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { maxExpiries } from '@atrium/contract/features/overview/workbench/expiries.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { canCall } from '../../../kernel/http/admit.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { type GrantedExpiries, listKinds, expiriesRepository as repository } from './expiries.repository.ts'

/** What a caller may list elsewhere. */
const grantedExpiries = (actor: Actor): GrantedExpiries => {
  const can = (...endpoints: Endpoint[]) => endpoints.every((endpoint) => canCall(endpoint, actor))
  const seesAll = actor.platform && can(companiesContract.list)
  const seesOwn = !actor.platform && can(ownTenantContract.own)
  return {
    roles: can(termsContract.terms),
    accounts: can(termsContract.terms, usersContract.update),
    secrets: can(openAppsContract.secrets),
    links: can(documentsContract.list),
    tenants: seesAll ? 'all' : seesOwn ? 'own' : 'none',
  }
}

/** What ends within ninety days. */
export const createExpiries = (database: Database) => ({
  async list(actor: Actor) {
    const granted = grantedExpiries(actor)
    const [own, tenants] = await Promise.all([
      database.read({ reach: 'company', companyId: actor.companyId }, (db) => repository.inCompany(db, actor, granted)),
      granted.tenants === 'none'
        ? []
        : database.read({ reach: 'platform' }, (db) => repository.tenants(db, actor, granted.tenants === 'all')),
    ])
    const byKind = Map.groupBy([...own, ...tenants], ({ kind }) => kind)
    const kinds = listKinds(granted).map((kind) => ({ kind, found: byKind.get(kind) ?? [] }))
    return {
      kinds: kinds.map(({ kind, found }) => ({ kind, more: found.length > maxExpiries })),
      rows: kinds
        .flatMap(({ found }) => found.slice(0, maxExpiries))
        .sort((one, other) => (one.expireTime < other.expireTime ? -1 : 1)),
    }
  },
})
