import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { call } from '../../kernel/api/call.ts'

const found = 20

/** Companies by name, short name or code; the chosen one is always among them. In: the one that is not offered. */
export const findCompanies =
  (without?: string) => async (search: string, chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(companiesContract.list, { query: { search, size: found } }, { signal })
    const isMissing = chosen && data.every(({ id }) => id !== chosen)
    const own = isMissing ? [await call(companiesContract.get, { params: { id: chosen } }, { signal })] : []
    return [...own, ...data].filter(({ id }) => id !== without).map(({ id, name }) => ({ value: id, label: name }))
  }
