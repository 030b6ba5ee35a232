import { switchingContract, type VisitedOrg } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'
import { t } from '../../../ui/texts.ts'
import { type Destination, destinationKey, toCompanyDestination, toOrganizationDestination } from './destination.ts'

/** Page size of a level of organisations. */
const levelPageSize = 50

/** Query for a page of the organisations below a node. */
const levelPage = (key: string, page: number) => {
  const [companyId = '', parent] = key.split('/')
  const query = parent === undefined ? { page, size: levelPageSize } : { page, size: levelPageSize, parent }
  return readQuery(switchingContract.switchOrgs, { params: { id: companyId }, query })
}

/** Loads the first page of a level before it is opened. */
export const loadLevel = (key: string) => queryClient.ensureQueryData(levelPage(key, 1))

/** A destination with its loaded children. */
export type Branch = {
  key: string
  destination: Destination
  isLeaf: boolean
  children: readonly Branch[] | undefined
  /** Number of children not loaded yet. */
  remaining: number
  /** Short reason for a refusal, if the list has one. */
  refusal: string | undefined
  /** The plan of a company; empty for an organisation. */
  note: string
}

const refusalLabels: Partial<Record<CompanyRow['status'], string>> = { 0: t('已停用'), 2: t('已锁定') }

/** A page of companies with the loaded organisations of open nodes. */
export const useCompanyTree = (
  companies: readonly CompanyRow[],
  open: ReadonlySet<string>,
  pages: ReadonlyMap<string, number>,
): Branch[] => {
  const levelPages = [...open].flatMap((key) =>
    Array.from({ length: pages.get(key) ?? 1 }, (_, at) => ({ key, page: at + 1 })),
  )
  const answers = useQueries({ queries: levelPages.map(({ key, page }) => levelPage(key, page)) })
  const read = Map.groupBy(
    levelPages.map(({ key }, at) => ({ key, answer: answers[at]?.data })),
    ({ key }) => key,
  )
  const listChildren = (destination: Destination): Pick<Branch, 'children' | 'remaining'> => {
    const found = (read.get(destinationKey(destination)) ?? []).flatMap(({ answer }) => answer ?? [])
    const [first] = found
    if (!first) return { children: undefined, remaining: 0 }
    const rows = found.flatMap(({ data }) => data)
    return { children: rows.map(toBranch(destination)), remaining: Math.max(0, first.total - rows.length) }
  }
  const toBranch =
    (above: Destination) =>
    (org: VisitedOrg): Branch => {
      const destination = toOrganizationDestination(above, org)
      return {
        key: destinationKey(destination),
        destination,
        isLeaf: org.leaf,
        refusal: undefined,
        note: '',
        ...listChildren(destination),
      }
    }
  return companies.map((row) => {
    const destination = toCompanyDestination(row)
    const refusal = refusalLabels[row.status]
    // A closed company does not open.
    return {
      key: destinationKey(destination),
      destination,
      isLeaf: row.leaf || refusal !== undefined,
      refusal,
      note: row.tenant.planName,
      ...listChildren(destination),
    }
  })
}
