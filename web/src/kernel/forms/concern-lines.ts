import { listText } from '@atrium/contract/kernel/list-text.ts'
import type { ModuleConcern } from '@atrium/contract/kernel/module-concerns.ts'
import { t } from '../../ui/texts.ts'

const aboutText = ({ names, count }: ModuleConcern): string => {
  if (count === 0) return ''
  if (names.length === 0) return t('（{count} 项）', { count })
  const named = listText(names)
  return names.length < count ? t('（{named}等 {count} 项）', { named, count }) : t('（{named}）', { named })
}

/** What modules say of a change, for its impact. */
export const concernLines = (concerns: readonly ModuleConcern[]): string[] =>
  concerns.map((concern) =>
    t('{module}：{says}', { module: concern.module, says: `${concern.says}${aboutText(concern)}` }),
  )

/** Whether a module refuses the change. */
export const isRefused = (concerns: readonly ModuleConcern[]): boolean => concerns.some(({ refuses }) => refuses)
