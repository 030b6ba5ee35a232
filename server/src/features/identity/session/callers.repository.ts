import { sql } from 'kysely'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'

/**
 * A user with their current status and the versions of their rights; `principal` is the account that a member belongs
 * to. For queries that join `users`, `principal`, `companies`, `tenants`, `plans` and `registry_epoch`.
 */
export const callerColumns = [
  'companies.name as companyName',
  'companies.platform',
  'users.id as userId',
  'users.company_id as companyId',
  'users.name',
  'users.account',
  'principal.company_id as principalCompanyId',
  'principal.id as principalId',
  // A member may continue as long as their principal may.
  sql<number>`case when principal.id is not null and status_of(users) = 1
    then status_of(principal) else status_of(users) end`.as('status'),
  'users.epoch as userEpoch',
  sql<CompanyAdmission>`admission_of(companies, users.id)`.as('admission'),
  sql<string>`concat_ws('.', companies.epoch, tenants.version, plans.version)`.as('companyEpoch'),
  'registry_epoch.epoch as registryEpoch',
] as const
