import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Organisation options with their ancestors. In: ids already chosen. */
export const findOrganizations =
  (excludedIds: readonly string[]): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
    return data
      .filter(isOwnRow)
      .flatMap(({ id, name, above = [], found }) =>
        found && !excludedIds.includes(id) ? [{ value: id, label: [...above, name].join(' / ') }] : [],
      )
  }
