import type { GrantImpact } from '@atrium/contract/features/roles/roles.contract.ts'
import { useGrantImpact } from '../../ui/use-grant-impact.tsx'
import { RowsChange } from './rows-change.tsx'

const headline = ({ affectedUsers, gainingUsers, losingUsers, rows }: GrantImpact) => {
  if (affectedUsers === 0) return '没有用户因此获得或失去权限。'
  const parts = [
    gainingUsers > 0 && `${gainingUsers} 人获得权限`,
    losingUsers > 0 && `${losingUsers} 人失去权限`,
    rows && `${rows.users} 人能看到的数据改变`,
  ].filter(Boolean)
  if (parts.length === 0) return `涉及 ${affectedUsers} 人，他们的权限不变。`
  return `涉及 ${affectedUsers} 人：${parts.join('，')}。`
}
const besides = ({ rows }: GrantImpact) => rows && <RowsChange {...rows} />

/** Shows what a change of a role would do, and waits for the answer. In: what the card is called, and what agreeing is. */
export const useImpactCard = (title: string, confirm: string) =>
  useGrantImpact<GrantImpact>({ title, confirm, headline, besides })
