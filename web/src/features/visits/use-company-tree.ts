import type { CompanyRow } from '@atrium/contract/features/companies/companies.contract.ts'
import { switchingContract, type VisitedOrg } from '@atrium/contract/features/visits/visits.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../kernel/api/query-client.ts'
import { readQuery } from '../../kernel/api/use-endpoint.ts'
import { keyOf, type Place, wholeOf, within } from './place.ts'

/** So many organisations of a level are read at once. */
const size = 50

/** A page of one level of a company's organisations, by the key of what they stand below. */
const levelPage = (key: string, page: number) => {
  const [companyId = '', parent] = key.split('/')
  const query = parent === undefined ? { page, size } : { page, size, parent }
  return readQuery(switchingContract.switchOrgs, { params: { id: companyId }, query })
}

/** Reads the beginning of a level before it is shown open. */
export const loadLevel = (key: string) => queryClient.ensureQueryData(levelPage(key, 1))

/** A place with what stands below it, as far as it has been read. */
export type Branch = {
  key: string
  place: Place
  isLeaf: boolean
  below: readonly Branch[] | undefined
  /** How many more stand there, which were not asked for yet. */
  more: number
  /** Why nobody gets in, in a word, where the list says it. */
  closed: string | undefined
}

const closedNames: Partial<Record<CompanyRow['status'], string>> = { 0: '已停用', 2: '已锁定' }

/** The companies of a page with the organisations below those that are open, as many pages of each level as are asked for. */
export const useCompanyTree = (
  companies: readonly CompanyRow[],
  open: ReadonlySet<string>,
  pages: ReadonlyMap<string, number>,
): Branch[] => {
  const wanted = [...open].flatMap((key) =>
    Array.from({ length: pages.get(key) ?? 1 }, (_, at) => ({ key, page: at + 1 })),
  )
  const answers = useQueries({ queries: wanted.map(({ key, page }) => levelPage(key, page)) })
  const read = Map.groupBy(
    wanted.map(({ key }, at) => ({ key, answer: answers[at]?.data })),
    ({ key }) => key,
  )
  const below = (place: Place): Pick<Branch, 'below' | 'more'> => {
    const found = (read.get(keyOf(place)) ?? []).flatMap(({ answer }) => answer ?? [])
    const [first] = found
    if (!first) return { below: undefined, more: 0 }
    const rows = found.flatMap(({ data }) => data)
    return { below: rows.map(branchIn(place)), more: Math.max(0, first.total - rows.length) }
  }
  const branchIn =
    (above: Place) =>
    (org: VisitedOrg): Branch => {
      const place = within(above, org)
      return { key: keyOf(place), place, isLeaf: org.leaf, closed: undefined, ...below(place) }
    }
  return companies.map((row) => {
    const place = wholeOf(row)
    const closed = closedNames[row.status]
    // Nobody looks into a company that nobody gets into.
    return { key: keyOf(place), place, isLeaf: row.leaf || closed !== undefined, closed, ...below(place) }
  })
}
