import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { CheckPermissionButton } from '../../../kernel/access/check-permission-button.tsx'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Note } from '../../../ui/note.tsx'
import { roleSourceText } from './user-words.ts'
import { VisibleRows } from './visible-rows.tsx'
import './users.css'

/** Effective rights and visible rows of a user, with the roles that grant them. */
export const EffectiveGrants = ({ user }: { user: UserRow }) => {
  const read = useRead(userRolesContract.effective, { params: { id: user.id } })
  return (
    <ReadState read={read}>
      {({ everything, modules, names, rows }) => (
        <>
          <div className="user-ask">
            <CheckPermissionButton person={{ value: user.id, label: userName(user) }}>
              查询能否访问
            </CheckPermissionButton>
          </div>
          <VisibleRows {...rows} />
          {everything && <Note space="form">拥有全部权限，包括以后新增的。</Note>}
          {!everything && Object.keys(modules).length === 0 && <p className="user-quiet">暂无任何权限。</p>}
          <ul className="user-terms" aria-label="有效权限">
            {Object.entries(modules).map(([module, operations]) => (
              <li key={module} className="user-term">
                <h3 title={module}>{names[module] ?? module}</h3>
                <dl className="user-grants">
                  {operations.map(({ operation, name, via }) => (
                    <div key={operation}>
                      <dt title={`${module}:${operation}`}>{name}</dt>
                      <dd>{`来自角色 ${via.map(roleSourceText).join('、')}`}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
    </ReadState>
  )
}
