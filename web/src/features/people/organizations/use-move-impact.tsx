import type { OrganizationImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { impactLines } from './organization-words.ts'

/** Asks for confirmation of a move; see `useImpactLines`. */
export const useMoveImpact = (action: '移动' | '合并' | '拆分') =>
  useImpactLines<OrganizationImpact>({
    title: ({ names }) => (names.length > 0 ? `${action}“${names.join('、')}”` : `${action}组织`),
    confirm: `确认${action}`,
    lines: impactLines,
  })
