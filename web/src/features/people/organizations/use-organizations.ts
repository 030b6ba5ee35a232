import {
  isOwnRow,
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery, useRead } from '../../../kernel/api/use-read.ts'

const { list } = organizationsContract
/** Query for one level of the tree. */
const levelQuery = (parent: string | null) => readQuery(list, { query: parent === null ? {} : { parent } })

/** Loads a level before it is shown. */
export const loadLevel = async (parent: string | null): Promise<OrganizationRow[]> =>
  (await queryClient.ensureQueryData(levelQuery(parent))).data.filter(isOwnRow)

const toRows = <Row>(results: readonly { data: { data: Row[] } | undefined }[]) => results.map(({ data }) => data?.data)

/**
 * Loaded part of the tree: the open levels, or search results with their ancestors.
 * @returns rows by parent id ('' for the root), and the state of the first read
 */
export const useOrganizations = (open: ReadonlySet<string>, search: string) => {
  const top = useRead(list, { query: {} })
  const levels = useQueries({ queries: [...open].map(levelQuery), combine: toRows })
  const found = useRead(list, { query: { search } }, { enabled: search !== '' })
  const isSearch = search !== ''
  const below = useMemo((): ReadonlyMap<string, readonly OrganizationRow[]> => {
    if (isSearch) return Map.groupBy(found.data?.data.filter(isOwnRow) ?? [], ({ parent }) => parent ?? '')
    const loaded = [['', top.data?.data] as const, ...[...open].map((id, at) => [id, levels[at]] as const)]
    return new Map(loaded.flatMap(([id, rows]) => (rows ? [[id, rows.filter(isOwnRow)] as const] : [])))
  }, [isSearch, found.data, top.data, open, levels])
  const read = isSearch ? found : top
  return { below, read, more: read.data?.more === true }
}
