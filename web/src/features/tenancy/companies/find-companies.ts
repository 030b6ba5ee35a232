import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { findOptions } from '../../../kernel/forms/find-options.ts'

/** Searches companies by name, short name or code; results include the chosen one and exclude a given id. */
export const findCompanies = (excludedId?: string) =>
  findOptions(companiesContract.options, { isOffered: ({ value }) => value !== excludedId })
