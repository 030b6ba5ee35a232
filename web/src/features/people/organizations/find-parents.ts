import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { findOrganizations, isActive } from '../../../shared/organizations/find-organizations.ts'
import type { Find } from '../../../ui/use-found-options.ts'

/** Searches active organisations to move something to; the chosen one is always included. `without`: left out. */
export const findParents =
  (without?: string): Find =>
  async (search, chosen, signal) => {
    const found = await findOrganizations((row) => isActive(row) && row.id !== without)(search, chosen, signal)
    if (chosen === undefined || found.some(({ value }) => value === chosen)) return found
    const { name, above } = await call(organizationsContract.get, { params: { id: chosen } }, { signal })
    return [{ value: chosen, label: [...above.map((step) => step.name), name].join(' / ') }, ...found]
  }
