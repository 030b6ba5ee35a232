import type { CompanyRow } from '@atrium/contract/features/companies/companies.contract.ts'
import { switchingContract, type VisitedOrg } from '@atrium/contract/features/visits/visits.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../kernel/api/query-client.ts'
import { readQuery } from '../../kernel/api/use-endpoint.ts'
import { keyOf, type Place, wholeOf, within } from './place.ts'

/** One level of a company's organisations, by the key of what they stand below. */
const level = (key: string) => {
  const [companyId = '', parent] = key.split('/')
  return readQuery(switchingContract.switchOrgs, {
    params: { id: companyId },
    query: parent === undefined ? {} : { parent },
  })
}

/** Reads a level before it is shown open. */
export const loadLevel = (key: string) => queryClient.ensureQueryData(level(key))

/** A place with what stands below it, as far as it has been read. */
export type Branch = {
  key: string
  place: Place
  isLeaf: boolean
  below: readonly Branch[] | undefined
  /** Why nobody gets in, in a word, where the list says it. */
  closed: string | undefined
}

const closedNames: Partial<Record<CompanyRow['status'], string>> = { 0: '已停用', 2: '已锁定' }

/** The companies of a page with the organisations below those that are open. */
export const useCompanyTree = (companies: readonly CompanyRow[], open: ReadonlySet<string>): Branch[] => {
  const keys = [...open]
  const levels = useQueries({ queries: keys.map(level) })
  const read = new Map(keys.map((key, at) => [key, levels[at]?.data]))
  const below = (place: Place): readonly Branch[] | undefined => read.get(keyOf(place))?.map(branchIn(place))
  const branchIn =
    (above: Place) =>
    (org: VisitedOrg): Branch => {
      const place = within(above, org)
      return { key: keyOf(place), place, isLeaf: org.leaf, below: below(place), closed: undefined }
    }
  return companies.map((row) => {
    const place = wholeOf(row)
    const closed = closedNames[row.status]
    // Nobody looks into a company that nobody gets into.
    return { key: keyOf(place), place, isLeaf: row.leaf || closed !== undefined, below: below(place), closed }
  })
}
