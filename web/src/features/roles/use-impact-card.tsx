import type { GrantImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { useGrantImpact } from '../../ui/use-grant-impact.tsx'
import { peopleHeadline } from '../../ui/use-people-impact.ts'
import { RowsChange } from './rows-change.tsx'

const headline = (impact: GrantImpact) =>
  peopleHeadline(impact, impact.rows ? [`${impact.rows.users} 人能看到的数据改变`] : [])
const besides = ({ rows }: GrantImpact) => rows && <RowsChange {...rows} />

/** Shows what a change of a role would do, and waits for the answer. In: what the card is called, and what agreeing and, where no form is behind it, leaving it are. */
export const useImpactCard = (title: string, confirm: string, words: { cancel?: string } = {}) =>
  useGrantImpact<GrantImpact>({ title, confirm, headline, besides, ...words })
