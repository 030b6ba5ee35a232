import type {
  CompaniesNarrowing,
  CompanyCreate,
  CompanyFields,
  CompanyUpdate,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import { usersErrors } from '@atrium/contract/features/users/users.errors.ts'
import { orNotFound, personOf, refuseDepth, refuseStale } from '../../kernel/db/crud-handlers.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { newId } from '../../kernel/ids.ts'
import { exportList } from '../../kernel/list-export.ts'
import { type Actor, atHome, type LooseScope, ownerOf, type RequestScope, refusalAt } from '../../kernel/scope.ts'
import { makeCompanyAdmin } from '../access/index.ts'
import { users } from '../users/index.ts'
import { companiesRepository } from './companies.repository.ts'
import { refuseMove, refuseNoParent, refuseOthers, refusePast, refuseTaken } from './company-rules.ts'
import { auditedOf, detailOf, rowOf } from './company-views.ts'
import { companyColumns } from './exported-companies.ts'
import { isCompanyNameTaken, refuseFull } from './index.ts'
import type { MadePassword } from './made-password.ts'
import { managedCompaniesRepository as repository } from './managed-companies.repository.ts'
import type { CompaniesQuery } from './matching-companies.repository.ts'
import { setUpRepository } from './set-up.repository.ts'
import { takeTemplate, templateName } from './templates.service.ts'

type Administrator = CompanyCreate['admin'] & { passwordHash: string; by: Person }

/** Throws `userLimit` where the tenant above is full, and `accountTaken` or `phoneTaken` at the field of the administrator. */
const addAdministrator = async (
  db: Db,
  companyId: string,
  { account, name, phone, passwordHash, by }: Administrator,
) => {
  await refuseFull(db, companyId)
  const id = newId()
  const contacts = phone === '' ? {} : { phone }
  if (!(await users.reserve(db, { companyId, id, account, name, ...contacts, passwordHash, mustChange: true, by })))
    throw (await users.findByAccount(db, account))
      ? refusalAt(usersErrors.accountTaken, 'admin.account')
      : refusalAt(usersErrors.phoneTaken, 'admin.phone')
  await makeCompanyAdmin(db, companyId, id)
  await companiesRepository.setAdministrator(db, companyId, id)
}

/**
 * A tenant of its own for a top company, the one above for a subsidiary. Throws `noSuchPlan`, and as `templateName` does. Out:
 * what it begins like.
 */
const giveTenant = async (db: Db, id: string, { parent, planId, expireTime, template }: CompanyCreate) => {
  if (parent !== null) return undefined
  if (planId !== null && !(await repository.usablePlan(db, planId)))
    throw refusalAt(companiesErrors.noSuchPlan, 'planId')
  const name = template === null ? undefined : await templateName(db, template)
  await companiesRepository.insertTenant(db, id, { planId, expireTime, template })
  return template === null ? undefined : { templateId: template, name }
}

type Ports = { database: Database; madePassword: MadePassword }
/** Customers' companies, as the platform's people keep them. */
export const createCompanies = ({ database, madePassword }: Ports) => ({
  async list({ db, actor, origin }: RequestScope, query: CompaniesQuery) {
    refuseOthers(atHome(actor))
    refuseDepth(query)
    const page = await repository.list(db, { ...ownerOf(actor), timeZone: origin.timeZone }, query)
    return { ...page, data: page.data.map(rowOf) }
  },

  async export(scope: LooseScope<Actor>, narrowing: CompaniesNarrowing) {
    const { actor, origin } = scope
    refuseOthers(actor)
    const caller = { companyId: actor.companyId, userId: actor.userId, timeZone: origin.timeZone }
    return exportList(database, scope, {
      sight: { reach: 'platform' },
      of: '公司',
      narrowing,
      count: (db, most) => repository.count(db, caller, narrowing, most),
      batch: (db, behind, size) => repository.batch(db, caller, narrowing, behind, size),
      columns: companyColumns,
    })
  },

  async get({ db, actor }: RequestScope, id: string) {
    refuseOthers(actor)
    return detailOf(orNotFound(await repository.find(db, id)))
  },

  /** Adds a company, its tenant, its administrator and what it begins with. Throws as the rules say, each at its field. */
  async create(scope: LooseScope<Actor>, write: CompanyCreate) {
    const { actor } = scope
    refuseOthers(actor)
    refusePast(write.expireTime, 'expireTime')
    const { admin, planId: _plan, expireTime: _until, template: _like, ...fields } = write
    const { password, passwordHash } = await madePassword()
    const by = personOf(scope)
    const made = await scope.commit(async (db) => {
      if (await isCompanyNameTaken(db, fields.name)) throw refusalAt(companiesErrors.nameTaken, 'name')
      await refuseTaken(db, fields, null)
      if (fields.parent !== null) await refuseNoParent(db, fields.parent)
      const id = await repository.insert(db, fields, by)
      const template = await giveTenant(db, id, write)
      await addAdministrator(db, id, { ...admin, passwordHash, by })
      if (template) await takeTemplate(db, { ...template, companyId: id, by })
      const company = orNotFound(await repository.find(db, id))
      const { account, name } = admin
      const { planName: plan, expireTime } = company
      const after = { ...auditedOf(company), account, administrator: name, plan, expireTime, template: template?.name }
      scope.note({ entityId: id, entityName: company.name, after })
      return { id, setUp: await setUpRepository.state(db, id) }
    })
    return { ...made, account: admin.account, password }
  },

  async update(scope: RequestScope, id: string, { version, ...fields }: CompanyUpdate) {
    const { db, actor } = scope
    refuseOthers(actor)
    await repository.hold(db, id)
    const before = orNotFound(await repository.find(db, id))
    refuseStale(detailOf(before), version)
    await refuseRenaming(db, before.name, fields)
    await refuseTaken(db, fields, id)
    if (fields.parent !== before.parent) await repository.takeTurn(db)
    await refuseMove(db, before, fields.parent)
    await repository.update(db, id, fields, personOf(scope))
    const after = orNotFound(await repository.find(db, id))
    scope.note({ entityId: id, entityName: after.name, before: auditedOf(before), after: auditedOf(after) })
    return null
  },
})
export type Companies = ReturnType<typeof createCompanies>

/** No firm may take the name that the members' company needs. */
const refuseRenaming = async (db: Db, name: string, fields: CompanyFields) => {
  if (fields.name !== name && (await isCompanyNameTaken(db, fields.name)))
    throw refusalAt(companiesErrors.nameTaken, 'name')
}
