import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../kernel/api/call.ts'
import type { Find } from '../../ui/use-found-options.ts'

/** Whether members and descendants can be added. */
export const isActive = ({ status }: OrganizationRow): boolean => status === 1

/** Searches organisations by name or code, labelled with their ancestors. `isOffered`: which may be chosen. */
export const findOrganizations =
  (isOffered: (row: OrganizationRow) => boolean = () => true): Find =>
  async (search, _chosen, signal) => {
    const { data } = await call(organizationsContract.list, { query: { search } }, { signal })
    return data
      .filter(isOwnRow)
      .filter((row) => row.found && isOffered(row))
      .map(({ id, name, above = [] }) => ({ value: id, label: [...above, name].join(' / ') }))
  }
