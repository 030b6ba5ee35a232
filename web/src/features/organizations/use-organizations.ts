import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../kernel/api/query-client.ts'
import { readQuery, useRead } from '../../kernel/api/use-endpoint.ts'

const { list } = organizationsContract
/** One level of the tree: what stands below one, or at the top. */
const level = (parent: string | null) => readQuery(list, { query: parent === null ? {} : { parent } })

/** Reads a level before it is shown. */
export const loadLevel = async (parent: string | null): Promise<OrganizationRow[]> =>
  (await queryClient.ensureQueryData(level(parent))).data.filter(isOwnRow)

/**
 * What is known of the tree: the levels that are open, or the finds of a search with all that stands above them.
 * In: the open ones, and the words searched for. Out: the rows below each, by its id (the top below ''), and how the
 * first reading went.
 */
export const useOrganizations = (open: ReadonlySet<string>, search: string) => {
  const top = useRead(list, { query: {} })
  const levels = useQueries({ queries: [...open].map(level) })
  const found = useRead(list, { query: { search } }, { enabled: search !== '' })
  const below = new Map<string, readonly OrganizationRow[]>()
  if (search !== '') {
    for (const row of found.data?.data.filter(isOwnRow) ?? [])
      below.set(row.parent ?? '', [...(below.get(row.parent ?? '') ?? []), row])
    return { below, read: found, more: found.data?.more === true }
  }
  if (top.data) below.set('', top.data.data.filter(isOwnRow))
  for (const [at, id] of [...open].entries()) {
    const rows = levels[at]?.data
    if (rows) below.set(id, rows.data.filter(isOwnRow))
  }
  return { below, read: top, more: top.data?.more === true }
}
