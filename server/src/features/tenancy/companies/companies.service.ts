import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import type {
  CompaniesExport,
  CompanyCreate,
  CompanyFields,
  CompanyUpdate,
} from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { assertPageDepth, assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type AskedOptions, findOptions } from '../../../kernel/db/find-options.ts'
import { newId } from '../../../kernel/ids.ts'
import {
  type Actor,
  type DetachedScope,
  homeActor,
  type RequestScope,
  refusalAt,
  toOwner,
} from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import type { Authorization } from '../../access/authorization/index.ts'
import {
  assertFutureTime,
  assertPlatformActor,
  assertUserLimit,
  companiesRepository,
  isCompanyNameTaken,
} from '../tenants/index.ts'
import type { AdminAccounts } from './admin-accounts.ts'
import { companyOptions } from './company-hits.repository.ts'
import { assertCodes, assertMoveAllowed, assertNoDuplicates, assertParentExists } from './company-rules.ts'
import { companySource } from './company-sheet.ts'
import { toAuditValues, toCompanyDetail, toCompanyRow } from './company-views.ts'
import { findFilterNames } from './filter-names.repository.ts'
import { managedCompaniesRepository as repository } from './managed-companies.repository.ts'
import type { CompaniesQuery } from './matching-companies.repository.ts'
import type { PasswordGenerator } from './password-generator.ts'
import { setUpRepository } from './set-up.repository.ts'
import { copyTemplate, findTemplateName } from './templates.service.ts'

type NewAdministrator = CompanyCreate['admin'] & { passwordHash: string; by: Person }

/** Throws `userLimit` if the tenant is full, `accountTaken` or `phoneTaken` at the field of the administrator. */
const addAdministrator = async (
  db: Db,
  { users, authorization }: Pick<Ports, 'users' | 'authorization'>,
  companyId: string,
  { account, name, phone, passwordHash, by }: NewAdministrator,
) => {
  await assertUserLimit(db, companyId)
  const id = newId()
  const contacts = phone === '' ? {} : { phone }
  if (!(await users.addUser(db, { companyId, id, account, name, ...contacts, passwordHash, mustChange: true, by })))
    throw (await users.findByAccount(db, account))
      ? refusalAt(usersErrors.accountTaken, 'admin.account')
      : refusalAt(usersErrors.phoneTaken, 'admin.phone')
  await authorization.assignCompanyAdmin(db, companyId, id)
  await companiesRepository.setAdministrator(db, companyId, id)
}

/**
 * Creates the tenant of a top company; a subsidiary shares its ancestor's.
 * @returns the template, if any
 * @throws `noSuchPlan` and the errors of `findTemplateName`
 */
const createTenant = async (db: Db, id: string, { parent, planId, expireTime, template }: CompanyCreate) => {
  if (parent !== null) return undefined
  if (planId !== null && !(await repository.findActivePlan(db, planId)))
    throw refusalAt(companiesErrors.noSuchPlan, 'planId')
  const name = template === null ? undefined : await findTemplateName(db, template)
  await companiesRepository.insertTenant(db, id, { planId, expireTime, template })
  return template === null ? undefined : { templateId: template, name }
}

type Ports = {
  exportSheet: ExportSheet
  generatePassword: PasswordGenerator
  users: AdminAccounts
  authorization: Pick<Authorization, 'assignCompanyAdmin'>
}
/** Customer companies, managed by the platform. */
export const createCompanies = ({ exportSheet, generatePassword, users, authorization }: Ports) => ({
  async list({ db, actor, origin }: RequestScope, query: CompaniesQuery) {
    assertPlatformActor(homeActor(actor))
    assertPageDepth(query)
    const page = await repository.list(db, { ...toOwner(actor), timeZone: origin.timeZone }, query)
    return { ...page, data: page.data.map(toCompanyRow) }
  },

  options({ db, actor }: RequestScope, id: string, asked: AskedOptions) {
    assertPlatformActor(actor)
    return findOptions(id, asked, companyOptions(db))
  },

  async export(scope: DetachedScope<Actor>, request: CompaniesExport) {
    const { actor, origin } = scope
    assertPlatformActor(actor)
    const caller = { companyId: actor.companyId, userId: actor.userId, timeZone: origin.timeZone }
    return exportSheet(scope, {
      source: companySource,
      request,
      reach: { reach: 'platform' } as const,
      count: (db, max) => repository.count(db, caller, request, max),
      batch: (db, after, size) => repository.batch(db, caller, request, after?.id, size),
      names: (db) => findFilterNames(db, request),
    })
  },

  async get({ db, actor }: RequestScope, id: string) {
    assertPlatformActor(actor)
    return toCompanyDetail(orNotFound(await repository.find(db, id)))
  },

  /**
   * Creates a company with its tenant, administrator and template.
   * @throws validation errors at their fields
   */
  async create(scope: DetachedScope<Actor>, write: CompanyCreate) {
    const { actor } = scope
    assertPlatformActor(actor)
    assertFutureTime(write.expireTime, 'expireTime')
    const { admin, planId: _planId, expireTime: _expireTime, template: _template, ...fields } = write
    const { password, passwordHash } = await generatePassword()
    const by = toAuthor(scope)
    const created = await scope.commit(async (db) => {
      if (await isCompanyNameTaken(db, fields.name)) throw refusalAt(companiesErrors.nameTaken, 'name')
      await assertNoDuplicates(db, fields, null)
      await assertCodes(db, fields)
      if (fields.parent !== null) await assertParentExists(db, fields.parent)
      const id = await repository.insert(db, fields, by)
      const template = await createTenant(db, id, write)
      await addAdministrator(db, { users, authorization }, id, { ...admin, passwordHash, by })
      if (template) await copyTemplate(db, { ...template, companyId: id, by })
      const company = orNotFound(await repository.find(db, id))
      const { account, name } = admin
      const { planName: plan, expireTime } = company
      const after = {
        ...toAuditValues(company),
        account,
        administrator: name,
        plan,
        expireTime,
        template: template?.name,
      }
      scope.note({ entityId: id, entityName: company.name, after })
      return { id, setUp: await setUpRepository.findSteps(db, id) }
    })
    return { ...created, account: admin.account, password }
  },

  async update(scope: RequestScope, id: string, { version, ...fields }: CompanyUpdate) {
    const { db, actor } = scope
    assertPlatformActor(actor)
    await repository.lockRow(db, id)
    const before = orNotFound(await repository.find(db, id))
    assertVersion(toCompanyDetail(before), version)
    await assertNameAvailable(db, before.name, fields)
    await assertNoDuplicates(db, fields, id)
    await assertCodes(db, fields, before)
    if (fields.parent !== before.parent) await repository.lockHierarchy(db)
    await assertMoveAllowed(db, before, fields.parent)
    await repository.update(db, id, fields, toAuthor(scope))
    const after = orNotFound(await repository.find(db, id))
    scope.note({ entityId: id, entityName: after.name, before: toAuditValues(before), after: toAuditValues(after) })
    return null
  },
})
export type Companies = ReturnType<typeof createCompanies>

/** Throws `nameTaken`, also for the reserved name of the members' company. */
const assertNameAvailable = async (db: Db, name: string, fields: CompanyFields) => {
  if (fields.name !== name && (await isCompanyNameTaken(db, fields.name)))
    throw refusalAt(companiesErrors.nameTaken, 'name')
}
