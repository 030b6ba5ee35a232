import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery, useRead } from '../../../kernel/api/use-read.ts'

const { list } = organizationsContract
/** Query for one level of the tree. */
const levelQuery = (parent: string | null) => readQuery(list, { query: parent === null ? {} : { parent } })

/** Loads a level before it is shown. */
export const loadLevel = async (parent: string | null): Promise<OrganizationRow[]> =>
  (await queryClient.ensureQueryData(levelQuery(parent))).data.filter(isOwnRow)

/**
 * Loaded part of the tree: the open levels, or search results with their ancestors.
 * @returns rows by parent id ('' for the root), and the state of the first read
 */
export const useOrganizations = (open: ReadonlySet<string>, search: string) => {
  const top = useRead(list, { query: {} })
  const levels = useQueries({ queries: [...open].map(levelQuery) })
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
