import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { Link } from 'react-router'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useObjectActions } from '../../../kernel/listing/use-object-actions.tsx'
import { usePage } from '../../../kernel/page/page-context.ts'
import { Note } from '../../../ui/note.tsx'
import { ObjectActs } from '../../../ui/object-page/object-acts.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import { panelActions } from './role-actions.ts'
import { RoleStatus, RoleType } from './role-cells.tsx'

const refresh = () => Promise.all(affectedReads.map(invalidate))

/** Header of a role, with what may be done with it, and the reason if it cannot be changed. */
export const RoleHead = ({ role, readOnlyReason }: { role: RoleRow; readOnlyReason: string | undefined }) => {
  const { path } = usePage()
  const [toActs, overlays] = useObjectActions(panelActions, refresh)
  const { name, code, desc, parentName, users, dataScope, status } = role
  return (
    <header className="role-head">
      <div className="role-head-name">
        <h2>
          <Link to={`${path}/${role.id}`}>{name}</Link>
        </h2>
        <RoleType {...role} />
        <RoleStatus {...role} />
        <ObjectActs acts={toActs(role)} />
      </div>
      <p className="role-quiet">
        {[
          code,
          t('{users} 个成员', { users }),
          t(scopeNames[dataScope]),
          parentName && t('继承自 {parentName}', { parentName }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {desc && <p className="role-quiet">{desc}</p>}
      {readOnlyReason !== undefined && <Note space="around">{readOnlyReason}</Note>}
      {status === 0 && <Note space="around">{t('角色已锁定，成员暂无该角色的权限。')}</Note>}
      {overlays}
    </header>
  )
}
