import { type UserRow, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { AskButton } from '../../kernel/explanations/ask-button.tsx'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { SeenRows } from './seen-rows.tsx'
import { userName, wayText } from './user-words.ts'
import './users.css'

/** What somebody may do now and whose rows he sees, and which role each of it comes from. */
export const EffectiveGrants = ({ user }: { user: UserRow }) => {
  const read = useRead(usersContract.effective, { params: { id: user.id } })
  return (
    <ReadState read={read}>
      {({ everything, modules, rows }) => (
        <>
          <div className="user-ask">
            <AskButton person={{ value: user.id, label: userName(user) }}>查询能否访问</AskButton>
          </div>
          <SeenRows {...rows} />
          {everything && <p className="user-note">拥有全部权限，包括以后新增的。</p>}
          {!everything && Object.keys(modules).length === 0 && <p className="user-quiet">现在没有任何权限。</p>}
          <ul className="user-terms" aria-label="有效权限">
            {Object.entries(modules).map(([module, operations]) => (
              <li key={module} className="user-term">
                <h3>
                  <code>{module}</code>
                </h3>
                <dl className="user-grants">
                  {operations.map(({ operation, via }) => (
                    <div key={operation}>
                      <dt>
                        <code>{operation}</code>
                      </dt>
                      <dd>{`来自角色 ${via.map(wayText).join('、')}`}</dd>
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
