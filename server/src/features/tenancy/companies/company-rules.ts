import type { CompanyFields } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { assertDictionaryCode } from '../../system/dictionaries/index.ts'
import { managedCompaniesRepository as repository } from './managed-companies.repository.ts'

/** Throws `nameTaken`, `codeTaken` or `creditCodeTaken`, at its field. */
export const assertNoDuplicates = async (db: Db, fields: CompanyFields, except: string | null): Promise<void> => {
  const others = await repository.findDuplicates(db, fields, except)
  if (others.some(({ name }) => name === fields.name)) throw refusalAt(companiesErrors.nameTaken, 'name')
  if (fields.code !== '' && others.some(({ code }) => code === fields.code))
    throw refusalAt(companiesErrors.codeTaken, 'code')
  if (others.length > 0) throw refusalAt(companiesErrors.creditCodeTaken, 'creditCode')
}

/** Throws `noSuchParent` if the parent company does not exist. */
export const assertParentExists = async (db: Db, parent: string): Promise<void> => {
  if ((await repository.ancestors(db, parent)).length === 0) throw refusalAt(companiesErrors.noSuchParent, 'parent')
}

/**
 * A subsidiary moves within its tenant only and a top company stays one, since the tenant's plan limits its roles.
 * @throws `otherTenant`, `noSuchParent` and `parentCycle`
 */
export const assertMoveAllowed = async (
  db: Db,
  { id, topId, parent }: { id: string; topId: string; parent: string | null },
  to: string | null,
): Promise<void> => {
  if (to === parent) return
  if (to === null) throw refusalAt(companiesErrors.otherTenant, 'parent')
  const ancestors = await repository.ancestors(db, to)
  if (ancestors.length === 0) throw refusalAt(companiesErrors.noSuchParent, 'parent')
  if (ancestors.some((each) => each.id === id)) throw refusalAt(companiesErrors.parentCycle, 'parent')
  if (parent === null || ancestors[0]?.topId !== topId) throw refusalAt(companiesErrors.otherTenant, 'parent')
}

type Coded = Pick<CompanyFields, 'industry' | 'size'>
/** Throws `noSuchCode` at the field if industry or size is no code of its dictionary; unchanged ones stay valid. */
export const assertCodes = async (db: Db, { industry, size }: Coded, before?: Coded): Promise<void> => {
  const was = before ?? { industry: '', size: '' }
  await assertDictionaryCode(db, { group: 'industry', code: industry, before: was.industry, field: 'industry' })
  await assertDictionaryCode(db, { group: 'companySize', code: size, before: was.size, field: 'size' })
}
