import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { findRows } from '../../../kernel/listing/find-rows.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Search function for companies by name, short name or code; results include the chosen one and exclude a given id. */
export const findCompanies =
  (excludedId?: string): Find =>
  async (...asked) =>
    (await findRows(companiesContract, asked))
      .filter(({ id }) => id !== excludedId)
      .map(({ id, name }) => ({ value: id, label: name }))
