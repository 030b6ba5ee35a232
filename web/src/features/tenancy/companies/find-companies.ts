import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { call } from '../../../kernel/api/call.ts'

const maxResults = 20

/** Search function for companies by name, short name or code; results include the chosen one and exclude a given id. */
export const findCompanies =
  (excludedId?: string) => async (search: string, chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(companiesContract.list, { query: { search, size: maxResults } }, { signal })
    const isMissing = chosen && data.every(({ id }) => id !== chosen)
    const own = isMissing ? [await call(companiesContract.get, { params: { id: chosen } }, { signal })] : []
    return [...own, ...data].filter(({ id }) => id !== excludedId).map(({ id, name }) => ({ value: id, label: name }))
  }
