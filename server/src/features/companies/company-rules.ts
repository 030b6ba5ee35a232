import type { CompanyFields } from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, refusalAt } from '../../kernel/scope.ts'
import { managedCompaniesRepository as repository } from './managed-companies.repository.ts'

/** Companies and plans are the platform's: its handlers see all rows, so nobody else gets that far, whatever he holds. */
export const refuseOthers = ({ platform }: Pick<Actor, 'platform'>): void => {
  if (!platform) throw new AppError(companiesErrors.platformOnly)
}

/** Throws `nameTaken`, `codeTaken` or `creditCodeTaken`, at its field. */
export const refuseTaken = async (db: Db, fields: CompanyFields, except: string | null): Promise<void> => {
  const others = await repository.taken(db, fields, except)
  if (others.some(({ name }) => name === fields.name)) throw refusalAt(companiesErrors.nameTaken, 'name')
  if (fields.code !== '' && others.some(({ code }) => code === fields.code))
    throw refusalAt(companiesErrors.codeTaken, 'code')
  if (others.length > 0) throw refusalAt(companiesErrors.creditCodeTaken, 'creditCode')
}

/** Throws `noSuchParent` unless the company above is there. */
export const refuseNoParent = async (db: Db, parent: string): Promise<void> => {
  if ((await repository.lineAbove(db, parent)).length === 0) throw refusalAt(companiesErrors.noSuchParent, 'parent')
}

/**
 * A subsidiary moves within its tenant and a top company stays one, since what its people hold hangs on the tenant's plan.
 * Throws `otherTenant`, `noSuchParent` and `parentCycle`.
 */
export const refuseMove = async (
  db: Db,
  { id, topId, parent }: { id: string; topId: string; parent: string | null },
  to: string | null,
): Promise<void> => {
  if (to === parent) return
  if (to === null) throw refusalAt(companiesErrors.otherTenant, 'parent')
  const line = await repository.lineAbove(db, to)
  if (line.length === 0) throw refusalAt(companiesErrors.noSuchParent, 'parent')
  if (line.some((each) => each.id === id)) throw refusalAt(companiesErrors.parentCycle, 'parent')
  if (parent === null || line[0]?.topId !== topId) throw refusalAt(companiesErrors.otherTenant, 'parent')
}

/** Throws when a moment is not ahead. */
export const refusePast = (time: string | null, field: string): void => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(companiesErrors.timePast, field)
}
