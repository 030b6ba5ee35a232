import type { SessionRow } from '@atrium/contract/features/people/users/session-row.ts'
import { type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { placeText } from '../../../ui/origin-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { affected } from './affected-reads.ts'
import { methodName } from './public/method-name.ts'
import './users.css'

const { sessions, endSession } = usersContract
const describeDevice = ({ deviceName, agent }: SessionRow) => deviceName || agentName(agent) || '未知设备'

/** Active sessions of a user, with a way to end them. */
export const UserSessions = ({ user }: { user: Pick<UserRow, 'id' | 'name'> }) => {
  const read = useRead(sessions, { params: { id: user.id } })
  const [ask, question] = useConfirm()
  const askToEnd = (session: SessionRow) =>
    ask({
      title: `将“${user.name}”从“${describeDevice(session)}”强制下线？`,
      body: '该设备将立即退出登录，未保存的内容会丢失。',
      confirm: '下线',
      danger: true,
      run: async () => {
        try {
          await call(endSession, { params: { id: user.id, sid: session.id } })
        } finally {
          await Promise.all(affected.map(invalidate))
        }
      },
    })
  return (
    <ReadState read={read}>
      {(rows) => (
        <>
          {rows.length === 0 && <p className="user-quiet">{`${user.name}当前未登录。`}</p>}
          <ul className="user-terms" aria-label="会话">
            {rows.map((session) => (
              <li key={session.id} className="user-term">
                <div className="user-term-head">
                  <h3 title={session.agent}>{describeDevice(session)}</h3>
                  {session.current ? (
                    <Tag tone="good">当前</Tag>
                  ) : (
                    <Can endpoint={endSession}>
                      <Button
                        look="link"
                        danger
                        aria-label={`下线${describeDevice(session)}`}
                        onClick={() => askToEnd(session)}
                      >
                        下线
                      </Button>
                    </Can>
                  )}
                </div>
                <p className="user-quiet">
                  {[placeText(session), methodName(session.method)].filter(Boolean).join(' · ')}
                </p>
                <p className="user-quiet">
                  登录于 <Time at={session.createTime} />
                </p>
                <p className="user-quiet">
                  最近活动 <Time at={session.lastTime} />
                </p>
              </li>
            ))}
          </ul>
          {question}
        </>
      )}
    </ReadState>
  )
}

/** The sessions of a user in a drawer of their own. */
export const SessionsDrawer = ({ row, onClosed }: RowDrawerProps<UserRow>) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={`会话：${userName(row)}`} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <UserSessions user={row} />
    </Drawer>
  )
}
