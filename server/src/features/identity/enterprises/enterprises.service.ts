import type { Enterprise, EnterpriseWrite } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { enterprisesErrors } from '@atrium/contract/features/identity/enterprises/enterprises.errors.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope, type RequestScope } from '../../../kernel/scope.ts'
import type { Approvals } from '../../communication/approvals/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { auditedEnterprise } from './audited-enterprise.ts'
import { enterprisesRepository as repository } from './enterprises.repository.ts'
import { licenceType, toLicence } from './licence.ts'
import { recognitionApproval, toRecognitionSubject } from './recognition-approval.ts'

type Ports = { database: Database; files: Files; approvals: Approvals; platformCompany: string }

/**
 * The enterprise, locked until the transaction ends.
 * @throws `notEnterprise`
 */
const holdEnterprise = async (db: Db, companyId: string): Promise<Enterprise> => {
  await repository.lockRow(db, companyId)
  const found = await repository.find(db, companyId)
  if (!found) throw new AppError(enterprisesErrors.notEnterprise)
  return found
}
/**
 * The same.
 * @throws `inReview` too: a reviewer decides on what they see.
 */
const holdChangeable = async (db: Db, companyId: string): Promise<Enterprise> => {
  const found = await holdEnterprise(db, companyId)
  if (found.state === 'review') throw new AppError(enterprisesErrors.inReview)
  return found
}
const recognizedFields = ['name', 'creditCode', 'legal'] as const
const isLapsing = (before: Enterprise, write: EnterpriseWrite) =>
  before.state === 'recognized' && recognizedFields.some((field) => before[field] !== write[field])

/** An enterprise as its own administrators manage it. */
export const createEnterprises = ({ database, files, approvals, platformCompany }: Ports) => {
  const noteState = (scope: Pick<RequestScope, 'note'>, { id, name, state }: Enterprise, next: Enterprise['state']) =>
    scope.note({ entityId: id, entityName: name, before: { recognition: state }, after: { recognition: next } })

  return {
    find: async ({ db, actor }: RequestScope) => (await repository.find(db, actor.companyId)) ?? null,

    async update(scope: RequestScope, write: EnterpriseWrite) {
      const { db, actor } = scope
      const before = await holdChangeable(db, actor.companyId)
      assertVersion(before, write.version)
      await repository.update(db, before.id, write, isLapsing(before, write))
      const after = orNotFound(await repository.find(db, before.id))
      scope.note({
        entityId: before.id,
        entityName: after.name,
        before: auditedEnterprise(before),
        after: auditedEnterprise(after),
      })
      return null
    },

    licence: async ({ db, actor }: RequestScope) =>
      files.reply(orNotFound(await repository.licence(db, actor.companyId)), licenceType),

    async replaceLicence(scope: DetachedScope<Actor>, file: Uint8Array) {
      const { companyId } = scope.actor
      // Asked before anything is stored, and once more when it is used.
      await database.transact({ reach: 'company', companyId }, (db) => holdChangeable(db, companyId))
      await files.replacePicture(scope, companyId, await toLicence(file), {
        async find(db) {
          const { id, name } = await holdChangeable(db, companyId)
          scope.note({ entityId: id, entityName: name })
          return repository.licence(db, companyId)
        },
        use: async (db, fileId) => {
          const found = await holdChangeable(db, companyId)
          const lapses = found.state === 'recognized'
          if (lapses) noteState(scope, found, 'none')
          return repository.replaceLicence(db, companyId, fileId, lapses)
        },
      })
      return null
    },

    /** Throws `recognizedAlready` and `incomplete`. */
    async request(scope: RequestScope) {
      const { db, actor } = scope
      const found = await holdChangeable(db, actor.companyId)
      if (found.state === 'recognized') throw new AppError(enterprisesErrors.recognizedAlready)
      if (!found.creditCode || !found.legal || !found.licence) throw new AppError(enterprisesErrors.incomplete)
      const applyBy = toAuthor(scope)
      await repository.request(db, found.id, applyBy)
      await approvals.ask(db, recognitionApproval, toRecognitionSubject(platformCompany, { ...found, applyBy }))
      noteState(scope, found, 'review')
      return null
    },

    /** Throws `notInReview`. */
    async withdraw(scope: RequestScope) {
      const { db, actor } = scope
      const found = await holdEnterprise(db, actor.companyId)
      if (found.state !== 'review') throw new AppError(enterprisesErrors.notInReview)
      await repository.withdraw(db, found.id)
      const key = { companyId: platformCompany, id: found.id }
      await approvals.withdraw(db, recognitionApproval, key, toAuthor(scope))
      noteState(scope, found, 'none')
      return null
    },
  }
}
export type EnterprisesService = ReturnType<typeof createEnterprises>
