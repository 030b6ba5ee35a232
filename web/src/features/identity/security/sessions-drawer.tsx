import { accountContract, type OwnSession } from '@atrium/contract/features/identity/account/account.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { refetchAffected } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'

const { sessions, endSession, endOtherSessions } = accountContract
const empty = { title: '暂无登录设备', hint: '登录后在此显示。' }
const clientNames = { console: '', front: '门户', open: '程序' } as const
const describeDevice = ({ deviceName, agent }: OwnSession) => deviceName || agentName(agent)

/** The user's sessions, and ending them. */
export const SessionsDrawer = ({ onClosed }: DrawerProps) => {
  const read = useRead(sessions, {})
  const exit = useDrawerExit({ busy: false, isDirty: false })
  const [ask, question] = useConfirm()
  const here = read.data?.find(({ current }) => current)?.company
  const others = read.data?.filter(({ current }) => !current).length ?? 0

  const askToEnd = (session: OwnSession) =>
    ask({
      title: `下线“${describeDevice(session)}”？`,
      body: '该设备将立即退出登录，未保存的内容会丢失。',
      confirm: '下线',
      danger: true,
      run: async () => {
        await call(endSession, { params: { id: session.id } })
        await refetchAffected()
      },
    })
  const askToEndOthers = () =>
    ask({
      title: '下线其他所有设备？',
      body: `当前设备以外的 ${others} 台设备将立即退出登录，未保存的内容会丢失。`,
      confirm: '全部下线',
      danger: true,
      run: async () => {
        await call(endOtherSessions, {})
        await refetchAffected()
      },
    })

  return (
    <StepDrawer
      title="登录设备"
      exit={exit}
      onClosed={onClosed}
      foot={
        <>
          <Button onClick={exit.tryClose}>关闭</Button>
          {others > 0 && (
            <Button danger onClick={askToEndOthers}>
              下线其他设备
            </Button>
          )}
        </>
      }
    >
      <DrawerList label="登录设备" read={read} empty={empty}>
        {(session) => (
          <li key={session.id} className="security-row">
            <div className="security-row-words">
              <h3>
                <EllipsisText full={session.agent || describeDevice(session)}>{describeDevice(session)}</EllipsisText>
                {session.current && <Tag tone="good">当前</Tag>}
                {session.company !== here && <Tag>{session.company}</Tag>}
                {clientNames[session.client] && <Tag>{clientNames[session.client]}</Tag>}
              </h3>
              <p>{[session.ip, session.area].filter(Boolean).join(' · ')}</p>
              <p>
                登录于 <Time at={session.createTime} />
              </p>
              <p>
                最近活动 <Time at={session.lastTime} />
              </p>
            </div>
            {!session.current && (
              <div className="security-row-actions">
                <Button
                  look="link"
                  danger
                  aria-label={`下线${describeDevice(session)}`}
                  onClick={() => askToEnd(session)}
                >
                  下线
                </Button>
              </div>
            )}
          </li>
        )}
      </DrawerList>
      {question}
    </StepDrawer>
  )
}
