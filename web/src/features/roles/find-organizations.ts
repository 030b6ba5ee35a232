import { isOwnRow, organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Organisations to choose from, each with all that stands above it. In: those that are chosen already. */
export const findOrganizations =
  (without: readonly string[]): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
    return data
      .filter(isOwnRow)
      .flatMap(({ id, name, above = [], found }) =>
        found && !without.includes(id) ? [{ value: id, label: [...above, name].join(' / ') }] : [],
      )
  }
