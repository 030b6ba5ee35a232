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
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { affected } from './affected-reads.ts'
import { methodName } from './public/method-name.ts'
import './users.css'

const { sessions, endSession } = usersContract
const describeDevice = ({ deviceName, agent }: SessionRow) => deviceName || agentName(agent) || t('未知设备')

/** Active sessions of a user, with a way to end them. */
export const UserSessions = ({ user }: { user: Pick<UserRow, 'id' | 'name'> }) => {
  const read = useRead(sessions, { params: { id: user.id } })
  const [ask, question] = useConfirm()
  const askToEnd = (session: SessionRow) =>
    ask({
      title: t('将“{name}”从“{session}”强制下线？', { name: user.name, session: describeDevice(session) }),
      body: t('该设备将立即退出登录，未保存的内容会丢失。'),
      confirm: t('下线'),
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
          {rows.length === 0 && <p className="user-quiet">{t('{name}当前未登录。', { name: user.name })}</p>}
          <ul className="user-terms" aria-label={t('会话')}>
            {rows.map((session) => (
              <li key={session.id} className="user-term">
                <div className="user-term-head">
                  <h3 title={session.agent}>{describeDevice(session)}</h3>
                  {session.current ? (
                    <Tag tone="good">{t('当前')}</Tag>
                  ) : (
                    <Can endpoint={endSession}>
                      <Button
                        look="link"
                        danger
                        aria-label={t('下线{session}', { session: describeDevice(session) })}
                        onClick={() => askToEnd(session)}
                      >
                        {t('下线')}
                      </Button>
                    </Can>
                  )}
                </div>
                <p className="user-quiet">
                  {[placeText(session), methodName(session.method)].filter(Boolean).join(' · ')}
                </p>
                <p className="user-quiet">
                  {rich('登录于 {createTime}', { createTime: <Time at={session.createTime} /> })}
                </p>
                <p className="user-quiet">
                  {rich('最近活动 {lastTime}', { lastTime: <Time at={session.lastTime} /> })}
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
    <Drawer
      title={t('会话：{row}', { row: userName(row) })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <UserSessions user={row} />
    </Drawer>
  )
}
