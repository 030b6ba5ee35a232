import {
  type RoleGrantsWrite,
  roleGrantsContract,
} from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { useDryRun } from '../../../kernel/api/use-dry-run.ts'
import { t } from '../../../ui/texts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { peopleHeadline } from '../../access/authorization/public/use-people-impact.ts'
import { toGrants, useDraftValue } from './grant-draft.ts'

type Impact = NonNullable<ReturnType<typeof useDryRun<typeof roleGrantsContract.updateGrants>>>

const sentenceOf = (impact: Impact | null): string =>
  impact === null
    ? t('没有用户因此获得或失去权限。')
    : peopleHeadline(impact, impact.rows ? [t('{users} 人可见数据变化', { users: impact.rows.users })] : [])

/** Who would gain and lose rights by the changes so far, asked of the server once they rest. */
export const ImpactLine = ({ roleId }: { roleId: string }) => {
  const grants = useDebounced(useDraftValue((draft) => JSON.stringify(toGrants(draft))))
  const impact = useDryRun(roleGrantsContract.updateGrants, {
    params: { id: roleId },
    body: JSON.parse(grants) as RoleGrantsWrite,
  })
  return (
    <p className="save-bar-impact" role="status" aria-label={t('影响')}>
      {impact === undefined ? '' : sentenceOf(impact)}
    </p>
  )
}
