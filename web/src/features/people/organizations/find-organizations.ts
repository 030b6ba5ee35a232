import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Searches active organisations by name or code, labelled with their ancestors. `without`: an id to leave out. */
export const findOrganizations =
  (without?: string): Find =>
  async (keyword, chosen, signal) => {
    const { data } = await call(organizationsContract.list, { query: { search: keyword } }, { signal })
    const found = data
      .filter(isOwnRow)
      .filter((row) => row.found && row.status === 1 && row.id !== without)
      .map((row) => ({ value: row.id, label: [...(row.above ?? []), row.name].join(' / ') }))
    if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
    const { name, above } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
    return [{ value: chosen, label: [...above.map((step) => step.name), name].join(' / ') }, ...found]
  }
