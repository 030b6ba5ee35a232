import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import type { moduleSwitch, tenantClose } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { HookedEvent } from '@atrium/contract/hooked-events.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type * as z from 'zod/mini'
import { orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { AskModules } from '../../../kernel/module-hooks.ts'
import { AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import { type Authorization, readModuleRights } from '../../access/authorization/index.ts'
import {
  assertPlatformActor,
  companiesRepository,
  lockTopTenant,
  tenantsRepository as repository,
  tenantUsage,
} from '../tenants/index.ts'
import { managedCompaniesRepository } from './managed-companies.repository.ts'
import { setUpRepository } from './set-up.repository.ts'
import { templatesRepository } from './templates.repository.ts'
import { copyTemplate, findTemplateName } from './templates.service.ts'

/**
 * Copies the chosen template if not copied yet, or again on request.
 * @returns the number of new rows of each kind
 */
const copyChosenTemplate = async (scope: RequestScope, companyId: string, again: boolean) => {
  const { db } = scope
  const { templateId, takenAt } = await templatesRepository.findChosenTemplate(db, companyId)
  if (templateId === null || (takenAt !== null && !again)) return {}
  await findTemplateName(db, templateId)
  return copyTemplate(db, { templateId, companyId, by: toAuthor(scope) })
}

type Ports = {
  sessions: SessionEnder
  authorization: Pick<Authorization, 'assignCompanyAdmin' | 'alignToCeiling'>
  catalogue: Pick<Catalogue, 'modules'>
  askModules: AskModules
}

/** Life cycle of tenants. */
export const createTenants = ({ sessions, authorization, catalogue, askModules }: Ports) => {
  const find = async (db: Db, id: string) => orNotFound(await repository.find(db, id))
  const countDependents = async (db: Db, ids: readonly string[]) => {
    const sum = { sessions: 0, users: 0, subsidiaries: ids.length - 1 }
    for (const id of ids) {
      const own = await managedCompaniesRepository.countDependents(db, id)
      sum.sessions += own.sessions
      sum.users += own.users
    }
    return sum
  }
  /**
   * Shows the impact and requires confirmation.
   * @returns the ids of the tenant's companies
   */
  const confirmImpact = async (
    scope: RequestScope,
    { companyId: id, companyName: name }: { companyId: string; companyName: string },
    event: HookedEvent,
  ) => {
    const companies = await repository.listCompanyIds(scope.db, id)
    const { concerns: modules, settle } = await askModules(scope, { event, id, name, companies })
    scope.confirm({ name, ...(await countDependents(scope.db, companies)), modules } satisfies CompanyImpact)
    await settle()
    return companies
  }
  /**
   * Ends the sessions of companies.
   * @returns their number
   */
  const endSessions = async (scope: RequestScope, companies: readonly string[], reason: string) => {
    let ended = 0
    for (const company of companies) ended += await sessions.endCompany(scope.db, company, reason)
    scope.afterCommit(() => companies.forEach(sessions.forgetCompany))
    return ended
  }

  return {
    async get({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      const { modulesOff, ...tenant } = await find(db, id)
      const shown = catalogue.modules.map((module) => ({ ...module, on: !modulesOff.includes(module.name) }))
      return { ...tenant, modules: shown, setUp: await setUpRepository.findSteps(db, id) }
    },
    /**
     * Switches a module on or off for all companies of a tenant. Roles keep what they hold of it; administrators get what
     * has been added while it was off.
     * @throws `noSuchModule`
     */
    async switchModule(scope: RequestScope, id: string, { module, on }: z.output<typeof moduleSwitch>) {
      const { db } = scope
      const { companyName: entityName, planId, modulesOff } = await lockTopTenant(scope, id)
      const installed = catalogue.modules.find(({ name }) => name === module)
      if (!installed) throw refusalAt(companiesErrors.noSuchModule, 'module')
      await repository.switchModule(db, id, { module, on }, toAuthor(scope))
      if (on) await authorization.alignToCeiling(db, { topId: id }, await readModuleRights(db, planId, module))
      const before = { module: installed.title, on: !modulesOff.includes(module) }
      scope.note({ entityId: id, entityName, before, after: { module: installed.title, on } })
      scope.afterCommit(sessions.forgetAll)
      return null
    },

    async usage({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      await find(db, id)
      return { days: await tenantUsage.ofCompany(db, id) }
    },
    async planUsage({ db, actor }: RequestScope, id: string) {
      assertPlatformActor(actor)
      return orNotFound(await tenantUsage.ofPlan(db, id))
    },

    /** Suspends all companies of a tenant; shows first whose sessions end. */
    async suspend(scope: RequestScope, id: string, reason: string) {
      const tenant = await lockTopTenant(scope, id)
      if (tenant.state === 'suspended') throw new AppError(companiesErrors.alreadySuspended)
      if (tenant.state === 'closing') throw new AppError(companiesErrors.closing)
      const companies = await confirmImpact(scope, tenant, 'tenant.suspended')
      await repository.suspend(scope.db, id, reason, toAuthor(scope))
      const endedSessions = await endSessions(scope, companies, 'suspended')
      const after = { suspended: true, reason, endedSessions }
      scope.note({ entityId: id, entityName: tenant.companyName, before: { suspended: false }, after })
      return null
    },
    /**
     * Closes a tenant for erasure thirty days later.
     * @throws `wrongName` and `closing`
     */
    async close(scope: RequestScope, id: string, { reason, name }: z.output<typeof tenantClose>) {
      const tenant = await lockTopTenant(scope, id)
      if (tenant.state === 'closing') throw new AppError(companiesErrors.closing)
      if (name !== tenant.companyName) throw refusalAt(companiesErrors.wrongName, 'name')
      const companies = await confirmImpact(scope, tenant, 'tenant.closed')
      await repository.close(scope.db, id, reason, toAuthor(scope))
      const endedSessions = await endSessions(scope, companies, 'closed')
      const { eraseTime } = await find(scope.db, id)
      const after = { closing: true, reason, eraseTime, endedSessions }
      scope.note({ entityId: id, entityName: name, before: { closing: false }, after })
      return null
    },
    async reopen(scope: RequestScope, id: string) {
      const { companyName, state, closeReason: reason } = await lockTopTenant(scope, id)
      if (state !== 'closing') throw new AppError(companiesErrors.notClosing)
      await repository.reopen(scope.db, id, toAuthor(scope))
      const before = { closing: true, reason }
      scope.note({ entityId: id, entityName: companyName, before, after: { closing: false } })
      return null
    },
    /**
     * Completes a company's setup: its administrator, their role with the plan's rights, and the template. A template
     * that was copied already is copied again on request only, since users may have changed its rows.
     */
    async initialise(scope: RequestScope, id: string, again: boolean) {
      const { db, actor } = scope
      assertPlatformActor(actor)
      await managedCompaniesRepository.lockRow(db, id)
      const company = orNotFound(await managedCompaniesRepository.find(db, id))
      const userId = await setUpRepository.findAdministratorCandidate(db, id)
      if (userId === undefined) throw new AppError(companiesErrors.noUser)
      const toStepValues = (steps: SetUp) => Object.fromEntries(steps.map(({ step, done }) => [step, done]))
      const before = await setUpRepository.findSteps(db, id)
      await authorization.assignCompanyAdmin(db, id, userId)
      await companiesRepository.setAdministrator(db, id, userId)
      const copied = await copyChosenTemplate(scope, id, again)
      const after = await setUpRepository.findSteps(db, id)
      scope.note({
        entityId: id,
        entityName: company.name,
        before: toStepValues(before),
        after: { ...toStepValues(after), ...copied },
      })
      scope.afterCommit(() => sessions.forgetCompany(id))
      return after
    },
    async resume(scope: RequestScope, id: string) {
      const { companyName, state, suspendReason: reason } = await lockTopTenant(scope, id)
      if (state !== 'suspended') throw new AppError(companiesErrors.notSuspended)
      await repository.resume(scope.db, id, toAuthor(scope))
      const before = { suspended: true, reason }
      scope.note({ entityId: id, entityName: companyName, before, after: { suspended: false } })
      return null
    },
  }
}
export type Tenants = ReturnType<typeof createTenants>
