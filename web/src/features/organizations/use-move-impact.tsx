import type { OrganizationImpact } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { useImpactLines } from '../../ui/use-impact-lines.tsx'
import { impactLines } from './organization-words.ts'

/** Shows what goes along with organisations that are put elsewhere, and waits for the answer; as `useImpactLines`. */
export const useMoveImpact = (what: '移动' | '合并' | '拆分') =>
  useImpactLines<OrganizationImpact>({
    title: ({ names }) => (names.length > 0 ? `${what}“${names.join('、')}”` : `${what}组织`),
    confirm: `确认${what}`,
    lines: impactLines,
  })
