import type { GrantImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { t } from '../../../ui/texts.ts'
import { useGrantImpact } from '../../access/authorization/public/use-grant-impact.tsx'
import { peopleHeadline } from '../../access/authorization/public/use-people-impact.ts'
import { RowsChange } from './rows-change.tsx'

const headline = (impact: GrantImpact) =>
  peopleHeadline(impact, impact.rows ? [t('{users} 人可见数据变化', { users: impact.rows.users })] : [])
const extra = ({ rows }: GrantImpact) => rows && <RowsChange {...rows} />

/**
 * Shows the impact of a role change and waits for confirmation. Takes title, confirm label and, outside forms, cancel
 * label.
 */
export const useImpactCard = (title: string, confirm: string, words: { cancel?: string } = {}) =>
  useGrantImpact<GrantImpact>({ title, confirm, headline, extra, ...words })
