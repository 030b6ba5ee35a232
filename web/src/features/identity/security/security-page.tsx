import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import { t } from '../../../ui/texts.ts'
import './security.css'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { FunctionComponent } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import type { DrawerName, DrawerTarget } from './advice.ts'
import { affectedReads } from './affected-reads.ts'
import { MailDrawer, PhoneDrawer } from './bind-drawer.tsx'
import { LinksDrawer } from './links-drawer.tsx'
import { PasskeysDrawer } from './passkeys-drawer.tsx'
import { PasswordDrawer } from './password-drawer.tsx'
import { RecoveryDrawer } from './recovery-drawer.tsx'
import { ScoreCard } from './score-card.tsx'
import { SecurityItems } from './security-items.tsx'
import type { DrawerProps } from './security-state.ts'
import { SessionsDrawer } from './sessions-drawer.tsx'
import { NoticeOffDrawer, SmsOffDrawer, SmsOnDrawer, TotpOffDrawer } from './switch-drawer.tsx'
import { TotpDrawer } from './totp-drawer.tsx'
import { TrustedDrawer } from './trusted-drawer.tsx'

const drawers: Record<DrawerName, FunctionComponent<DrawerProps>> = {
  password: PasswordDrawer,
  passkeys: PasskeysDrawer,
  links: LinksDrawer,
  phone: PhoneDrawer,
  mail: MailDrawer,
  totpOn: TotpDrawer,
  totpOff: TotpOffDrawer,
  smsOn: SmsOnDrawer,
  smsOff: SmsOffDrawer,
  recovery: RecoveryDrawer,
  noticeOff: NoticeOffDrawer,
  trusted: TrustedDrawer,
  sessions: SessionsDrawer,
}

/** Security settings: score, protections and their drawers. */
export const SecurityPage = () => {
  const { data: user } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const principalCompany = user?.principal?.view
  const {
    data: state,
    error,
    refetch,
  } = useRead(securityContract.state, {}, { enabled: principalCompany === undefined })
  const [drawer, open] = useOverlay()
  const notice = useWrite(securityContract.switchItem, { invalidates: affectedReads })

  if (principalCompany !== undefined)
    return (
      <section className="security-card">
        <Empty
          title={t('您使用“{principalCompany}”的账号登录', { principalCompany })}
          hint={t('密码、手机号、邮箱和二次验证属于该账号。请先在“我的公司”中切换到该公司，再修改安全设置。')}
        />
      </section>
    )
  if (!state)
    return (
      <section className="security-card">
        {error instanceof CallError ? (
          <FailureBlock failure={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={12} />
        )}
      </section>
    )

  const openTarget = (target: DrawerTarget) => {
    if (target === 'noticeOn') return notice.mutate({ body: { item: 'loginNotice', on: true } })
    const Drawer = drawers[target]
    // The drawer keeps the state it was opened with and does not change while closing.
    open((onClosed) => <Drawer state={state} onClosed={onClosed} />)
  }
  return (
    <div className="security">
      <ScoreCard state={state} onOpen={openTarget} />
      <SecurityItems state={state} onOpen={openTarget} noticeBusy={notice.isPending} />
      {drawer}
    </div>
  )
}
