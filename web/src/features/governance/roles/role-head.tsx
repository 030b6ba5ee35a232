import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { Link } from 'react-router'
import { usePage } from '../../../kernel/page/page-context.ts'
import { Note } from '../../../ui/note.tsx'
import { RoleStatus, RoleType } from './role-cells.tsx'

/** Header of a role, with the reason if it cannot be changed. */
export const RoleHead = ({ role, readOnlyReason }: { role: RoleRow; readOnlyReason: string | undefined }) => {
  const { path } = usePage()
  const { name, code, desc, parentName, users, dataScope, status } = role
  return (
    <header className="role-head">
      <div className="role-head-name">
        <h2>
          <Link to={`${path}/${role.id}`}>{name}</Link>
        </h2>
        <RoleType {...role} />
        <RoleStatus {...role} />
      </div>
      <p className="role-quiet">
        {[code, `${users} 个成员`, scopeNames[dataScope], parentName && `继承自 ${parentName}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {desc && <p className="role-quiet">{desc}</p>}
      {readOnlyReason !== undefined && <Note space="around">{readOnlyReason}</Note>}
      {status === 0 && <Note space="around">角色已锁定，成员暂无该角色的权限。</Note>}
    </header>
  )
}
