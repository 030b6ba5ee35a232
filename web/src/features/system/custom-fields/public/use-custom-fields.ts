import type { OfferedField } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { offeredFieldsContract } from '@atrium/contract/features/system/custom-fields/offered-fields.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useGrants } from '../../../../kernel/access/grants.ts'
import { readQuery } from '../../../../kernel/api/use-read.ts'

const { offered } = offeredFieldsContract
const none: readonly OfferedField[] = []
const options = { staleTime: Number.POSITIVE_INFINITY, dependsOnRights: true, toasts: false }

/**
 * The custom fields of an entity that the user sees, in their order. The grants say which entities have any: others ask
 * nothing. Fields are read once, and again when they change.
 */
export const useCustomFields = (entity: string): readonly OfferedField[] => {
  const version = useGrants(({ custom }) => custom[entity])
  const { data } = useQuery({
    ...readQuery(offered, { params: { entity } }, options),
    queryKey: [offered.module, offered.name, { params: { entity } }, version],
    enabled: version !== undefined,
  })
  return version === undefined ? none : (data ?? none)
}
