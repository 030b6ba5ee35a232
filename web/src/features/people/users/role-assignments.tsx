import { type AssignedRole, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { termState, termText } from '../../access/authorization/public/term-text.ts'
import { RolesByOrganization } from './roles-by-organization.tsx'
import { roleSourceText } from './user-words.ts'
import './users.css'

const RoleAssignment = ({ role }: { role: AssignedRole }) => {
  const { reason, grantBy, grantTime } = role
  const state = termState(role)
  return (
    <li className="user-term">
      <div className="user-term-head">
        <h3>{roleSourceText({ ...role, org: null })}</h3>
        {state && <Tag tone="warn">{state}</Tag>}
      </div>
      <p className="user-quiet">{termText(role)}</p>
      {reason && <p className="user-quiet">{t('授予原因：{reason}', { reason })}</p>}
      {grantBy && grantTime && (
        <p className="user-quiet">
          {t('{name} 于 {grantTime} 授予', { name: grantBy.name, grantTime: formatMoment(grantTime) })}
        </p>
      )}
    </li>
  )
}

/** Role assignments of a user with their terms, and roles held through organisations. */
export const RoleAssignments = ({ user }: { user: { id: string } }) => {
  const read = useRead(userRolesContract.roles, { params: { id: user.id } })
  return (
    <ReadState read={read}>
      {({ assigned, byOrganization }) => (
        <>
          {assigned.length + byOrganization.length === 0 && (
            <Empty title={t('暂无角色')} hint={t('没有角色的用户登录后无可用菜单。')} />
          )}
          <ul className="user-terms" aria-label={t('角色')}>
            {assigned.map((role) => (
              <RoleAssignment key={role.roleId} role={role} />
            ))}
          </ul>
          <RolesByOrganization roles={byOrganization} />
        </>
      )}
    </ReadState>
  )
}
