import {
  BellRing,
  Fingerprint,
  KeyRound,
  LifeBuoy,
  Link2,
  Mail,
  MessageSquareLock,
  MonitorCheck,
  MonitorSmartphone,
  ShieldCheck,
  Smartphone,
} from 'lucide-react'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import type { DrawerTarget } from './advice.ts'
import { SecurityGroup, SecurityItem } from './security-item.tsx'
import { hasSecondStep, type SecurityState } from './security-state.ts'

type Props = {
  state: SecurityState
  onOpen: (what: DrawerTarget) => void
  /** The notice is being switched on. */
  noticeBusy: boolean
}

const fewCodesLeft = 3

const describeExpiry = ({ expiresInDays, remind }: SecurityState['password']) => {
  if (expiresInDays === null) return undefined
  if (expiresInDays <= 0) return { text: t('密码已过期，请尽快修改。'), word: t('已过期'), isNear: true }
  return {
    text: t('密码将在 {expiresInDays} 天后过期。', { expiresInDays }),
    word: remind ? t('即将过期') : t('已设置'),
    isNear: remind,
  }
}

const Credentials = ({ state, onOpen }: Props) => {
  const expiry = describeExpiry(state.password)
  return (
    <SecurityGroup title={t('登录凭据')}>
      <SecurityItem
        icon={KeyRound}
        title={t('登录密码')}
        state={expiry?.word ?? t('已设置')}
        tone={expiry?.isNear ? 'warn' : 'good'}
        action={t('修改')}
        onAction={() => onOpen('password')}
      >
        {expiry?.isNear && <strong>{expiry.text}</strong>}
        {rich('上次修改于 {time}。', { time: <Time at={state.password.time} /> })}
        {expiry && !expiry.isNear && expiry.text}
      </SecurityItem>
      <SecurityItem
        icon={Fingerprint}
        title={t('通行密钥')}
        state={state.passkeys > 0 ? t('{passkeys} 个', { passkeys: state.passkeys }) : t('未添加')}
        tone={state.passkeys > 0 ? 'good' : 'plain'}
        action={state.passkeys > 0 ? t('管理') : t('添加')}
        onAction={() => onOpen('passkeys')}
      >
        {t('用指纹、面容或设备密码登录，可防范钓鱼网站。')}
      </SecurityItem>
      <SecurityItem
        icon={Link2}
        title={t('外部账号')}
        state={state.links > 0 ? t('{links} 个', { links: state.links }) : t('未关联')}
        tone={state.links > 0 ? 'good' : 'plain'}
        action={t('管理')}
        onAction={() => onOpen('links')}
      >
        {t('关联企业微信、钉钉、飞书等账号后，可用其登录。')}
      </SecurityItem>
    </SecurityGroup>
  )
}

const Contacts = ({ state: { phone, mail }, onOpen }: Props) => (
  <SecurityGroup title={t('联系方式')}>
    <SecurityItem
      icon={Smartphone}
      title={t('手机')}
      state={phone || t('未绑定', { context: 'contact' })}
      tone={phone ? 'good' : 'plain'}
      action={phone ? t('更换') : t('绑定', { context: 'contact' })}
      onAction={() => onOpen('phone')}
    >
      {t('用于短信登录、二次验证和找回密码。')}
    </SecurityItem>
    <SecurityItem
      icon={Mail}
      title={t('邮箱')}
      state={mail || t('未绑定', { context: 'contact' })}
      tone={mail ? 'good' : 'plain'}
      action={mail ? t('更换') : t('绑定', { context: 'contact' })}
      onAction={() => onOpen('mail')}
    >
      {t('用于找回密码和接收安全提醒。')}
    </SecurityItem>
  </SecurityGroup>
)

const SecondSteps = ({ state, onOpen }: Props) => {
  const { totp, sms, phone, recovery } = state
  const guarded = hasSecondStep(state)
  return (
    <SecurityGroup title={t('二次验证')}>
      <SecurityItem
        icon={ShieldCheck}
        title={t('动态验证码')}
        state={totp ? t('已开启') : t('未开启')}
        tone={totp ? 'good' : 'plain'}
        action={totp ? t('关闭', { context: 'verb' }) : t('开启')}
        onAction={() => onOpen(totp ? 'totpOff' : 'totpOn')}
      >
        {t('登录时须再输入验证器应用中的 6 位数字，无网络时也可使用。')}
      </SecurityItem>
      <SecurityItem
        icon={MessageSquareLock}
        title={t('短信二次验证')}
        state={sms ? t('已开启') : t('未开启')}
        tone={sms ? 'good' : 'plain'}
        action={sms ? t('关闭', { context: 'verb' }) : t('开启')}
        disabled={!sms && phone === ''}
        onAction={() => onOpen(sms ? 'smsOff' : 'smsOn')}
      >
        {phone
          ? t('登录时须再输入发送至 {phone} 的验证码。', { phone })
          : t('登录时须再输入短信验证码，需先绑定手机。')}
      </SecurityItem>
      <SecurityItem
        icon={LifeBuoy}
        title={t('恢复码')}
        state={recovery > 0 ? t('剩余 {recovery} 个', { recovery }) : guarded ? t('无') : t('未生成')}
        tone={recovery > fewCodesLeft ? 'good' : guarded ? 'warn' : 'plain'}
        action={recovery > 0 ? t('重新生成') : t('生成')}
        disabled={!guarded}
        onAction={() => onOpen('recovery')}
      >
        {guarded ? t('手机不在身边时，可用恢复码完成二次验证。') : t('手机不在身边时备用，需先开启一种二次验证。')}
      </SecurityItem>
    </SecurityGroup>
  )
}

const NoticeAndDevices = ({ state, onOpen, noticeBusy }: Props) => {
  const { loginNotice, trusted, sessions, phone, mail } = state
  return (
    <SecurityGroup title={t('提醒与设备')}>
      <SecurityItem
        icon={BellRing}
        title={t('登录提醒')}
        state={loginNotice ? t('已开启') : t('未开启')}
        tone={loginNotice ? 'good' : 'plain'}
        action={loginNotice ? t('关闭', { context: 'verb' }) : t('开启')}
        busy={noticeBusy}
        onAction={() => onOpen(loginNotice ? 'noticeOff' : 'noticeOn')}
      >
        {phone || mail ? t('账号有新的登录时通知您。') : t('账号有新的登录时通知您，绑定手机或邮箱后才能收到。')}
      </SecurityItem>
      <SecurityItem
        icon={MonitorCheck}
        title={t('信任的浏览器')}
        state={trusted > 0 ? t('{trusted} 个', { trusted }) : t('无')}
        action={t('查看')}
        onAction={() => onOpen('trusted')}
      >
        {t('在受信任的浏览器上登录，一段时间内免二次验证。')}
      </SecurityItem>
      <SecurityItem
        icon={MonitorSmartphone}
        title={t('登录设备')}
        state={t('{sessions} 台', { sessions })}
        action={t('查看')}
        onAction={() => onOpen('sessions')}
      >
        {t('正在使用您账号的设备，可随时强制下线。')}
      </SecurityItem>
    </SecurityGroup>
  )
}

/** All protections of the account, in four groups. */
export const SecurityItems = (props: Props) => (
  <div className="security-groups">
    <Credentials {...props} />
    <Contacts {...props} />
    <SecondSteps {...props} />
    <NoticeAndDevices {...props} />
  </div>
)
