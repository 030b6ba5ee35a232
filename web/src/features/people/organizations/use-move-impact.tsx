import type { OrganizationImpact } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { impactLines } from './organization-words.ts'

const actions = {
  move: { title: t('移动组织'), titleOf: (names: string) => t('移动“{names}”', { names }), confirm: t('确认移动') },
  merge: { title: t('合并组织'), titleOf: (names: string) => t('合并“{names}”', { names }), confirm: t('确认合并') },
  split: { title: t('拆分组织'), titleOf: (names: string) => t('拆分“{names}”', { names }), confirm: t('确认拆分') },
} as const

/** Asks for confirmation of a move; see `useImpactLines`. */
export const useMoveImpact = (action: keyof typeof actions) => {
  const { title, titleOf, confirm } = actions[action]
  return useImpactLines<OrganizationImpact>({
    title: ({ names }) => (names.length > 0 ? titleOf(listText(names)) : title),
    confirm,
    lines: impactLines,
  })
}
