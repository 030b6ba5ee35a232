import type { OrganizationImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import { listText } from '../../../ui/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { impactLines } from './organization-words.ts'

/** Asks for confirmation of a move; see `useImpactLines`. */
export const useMoveImpact = (action: string) =>
  useImpactLines<OrganizationImpact>({
    title: ({ names }) =>
      names.length > 0 ? t('{action}“{names}”', { action, names: listText(names) }) : t('{action}组织', { action }),
    confirm: t('确认{action}', { action }),
    lines: impactLines,
  })
