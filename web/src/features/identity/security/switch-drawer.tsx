import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { FormDrawer } from './form-drawer.tsx'
import { type DrawerProps, isLastSecondStep } from './security-state.ts'
import { usePasswordForm } from './use-password-form.ts'

type Props = {
  item: 'sms' | 'totp' | 'loginNotice'
  on: boolean
  title: string
  /** Consequence of the switch. */
  note: string
  onClosed: () => void
}

const SwitchDrawer = ({ item, on, title, note, onClosed }: Props) => {
  const form = usePasswordForm()
  const exit = useDrawerExit(form)
  const turn = () =>
    form.submit(async () => {
      await call(securityContract.switchItem, { body: { item, on, password: form.values.password } })
      await refetchAffected()
      exit.close()
    })
  return (
    <FormDrawer
      title={title}
      exit={exit}
      onClosed={onClosed}
      form={form}
      confirm={on ? t('开启') : t('关闭', { context: 'verb' })}
      danger={!on}
      onSubmit={() => void turn()}
    >
      <Note space="small">{note}</Note>
      <PasswordInput label={t('当前密码')} autoComplete="current-password" {...form.field('password')} />
    </FormDrawer>
  )
}

const lastStepNote = t('关闭后登录仅需密码，恢复码和信任的浏览器同时失效。')

export const SmsOnDrawer = ({ state: { phone }, onClosed }: DrawerProps) => (
  <SwitchDrawer
    item="sms"
    on
    title={t('开启短信二次验证')}
    note={t('开启后，登录时除了密码，还须输入发送至 {phone} 的验证码。', { phone })}
    onClosed={onClosed}
  />
)

export const SmsOffDrawer = ({ state, onClosed }: DrawerProps) => (
  <SwitchDrawer
    item="sms"
    on={false}
    title={t('关闭短信二次验证')}
    note={isLastSecondStep('sms', state) ? lastStepNote : t('关闭后，登录时不能用短信完成二次验证。')}
    onClosed={onClosed}
  />
)

export const TotpOffDrawer = ({ state, onClosed }: DrawerProps) => (
  <SwitchDrawer
    item="totp"
    on={false}
    title={t('关闭动态验证码')}
    note={isLastSecondStep('totp', state) ? lastStepNote : t('关闭后，验证器应用中的对应条目失效，可自行删除。')}
    onClosed={onClosed}
  />
)

export const NoticeOffDrawer = ({ onClosed }: DrawerProps) => (
  <SwitchDrawer
    item="loginNotice"
    on={false}
    title={t('关闭登录提醒')}
    note={t('关闭后，账号有新的登录时不再通知您。')}
    onClosed={onClosed}
  />
)
