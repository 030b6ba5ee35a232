import { accountContract, type OwnSession } from '@atrium/contract/features/identity/account/account.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { refetchAffected } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'

const { sessions, endSession, endOtherSessions } = accountContract
const empty = { title: t('暂无登录设备'), hint: t('登录后在此显示。') }
const clientNames = { console: '', front: t('门户'), open: t('程序') } as const
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
      title: t('下线“{session}”？', { session: describeDevice(session) }),
      body: t('该设备将立即退出登录，未保存的内容会丢失。'),
      confirm: t('下线'),
      danger: true,
      run: async () => {
        await call(endSession, { params: { id: session.id } })
        await refetchAffected()
      },
    })
  const askToEndOthers = () =>
    ask({
      title: t('下线其他所有设备？'),
      body: t('当前设备以外的 {others} 台设备将立即退出登录，未保存的内容会丢失。', { others }),
      confirm: t('全部下线'),
      danger: true,
      run: async () => {
        await call(endOtherSessions, {})
        await refetchAffected()
      },
    })

  return (
    <StepDrawer
      title={t('登录设备')}
      exit={exit}
      onClosed={onClosed}
      foot={
        <>
          <Button onClick={exit.tryClose}>{t('关闭')}</Button>
          {others > 0 && (
            <Button danger onClick={askToEndOthers}>
              {t('下线其他设备')}
            </Button>
          )}
        </>
      }
    >
      <DrawerList label={t('登录设备')} read={read} empty={empty}>
        {(session) => (
          <li key={session.id} className="security-row">
            <div className="security-row-words">
              <h3>
                <EllipsisText full={session.agent || describeDevice(session)}>{describeDevice(session)}</EllipsisText>
                {session.current && <Tag tone="good">{t('当前')}</Tag>}
                {session.company !== here && <Tag>{session.company}</Tag>}
                {clientNames[session.client] && <Tag>{clientNames[session.client]}</Tag>}
              </h3>
              <p>{[session.ip, session.area].filter(Boolean).join(' · ')}</p>
              <p>{rich('登录于 {createTime}', { createTime: <Time at={session.createTime} /> })}</p>
              <p>{rich('最近活动 {lastTime}', { lastTime: <Time at={session.lastTime} /> })}</p>
            </div>
            {!session.current && (
              <div className="security-row-actions">
                <Button
                  look="link"
                  danger
                  aria-label={t('下线{session}', { session: describeDevice(session) })}
                  onClick={() => askToEnd(session)}
                >
                  {t('下线')}
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
