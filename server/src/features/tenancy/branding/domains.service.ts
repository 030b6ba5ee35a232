import { randomBytes } from 'node:crypto'
import { maxDomains } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { TxtLookup } from '../../../kernel/txt-records.ts'
import { assertPlatformActor, lockTopTenant, tenantsRepository } from '../tenants/index.ts'
import { domainsRepository as repository } from './domains.repository.ts'

type Ports = { database: Database; lookUpTxt: TxtLookup; siteHost: string }

/** Domains of tenants: verified by a DNS record, they show the tenant's sign-in page (decision 37). */
export const createDomains = ({ database, lookUpTxt, siteHost }: Ports) => ({
  async add(scope: RequestScope, id: string, host: string) {
    const { db } = scope
    const { companyName, domains } = await lockTopTenant(scope, id)
    if (host === siteHost) throw refusalAt(companiesErrors.ownHost, 'host')
    if (domains.length >= maxDomains) throw refusalAt(companiesErrors.tooManyDomains, 'host')
    const owner = await repository.findVerifiedOwner(db, host)
    if (owner !== undefined && owner !== id) throw refusalAt(companiesErrors.hostTaken, 'host')
    const token = randomBytes(18).toString('base64url')
    if (!(await repository.insert(db, id, host, token))) throw refusalAt(companiesErrors.hostListed, 'host')
    scope.note({ entityId: id, entityName: companyName, after: { domain: host } })
    return orNotFound(await repository.find(db, id, host))
  },

  /** Throws `notVerified` unless DNS has the record. If two tenants show it, the first keeps the host. */
  async verify(scope: DetachedScope<Actor>, { id, host }: { id: string; host: string }) {
    assertPlatformActor(scope.actor)
    const domain = await database.transact({ reach: 'platform' }, (db) => repository.find(db, id, host))
    const { record, txt } = orNotFound(domain)
    if (!(await lookUpTxt(record)).includes(txt)) {
      const { code } = companiesErrors.notVerified
      throw new AppError({
        code,
        msg: t('未在 {record} 查到验证记录；DNS 生效可能需要一段时间，请稍后再试', { record }),
      })
    }
    await scope.commit(async (db) => {
      const { companyName } = orNotFound(await tenantsRepository.find(db, id))
      await repository.verify(db, id, host)
      scope.note({ entityId: id, entityName: companyName, after: { domain: host } })
    })
    return null
  },

  async remove(scope: RequestScope, { id, host }: { id: string; host: string }) {
    const { companyName } = await lockTopTenant(scope, id)
    orNotFound(await repository.find(scope.db, id, host))
    await repository.remove(scope.db, id, host)
    scope.note({ entityId: id, entityName: companyName, before: { domain: host } })
    return null
  },
})
