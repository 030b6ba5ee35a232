import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sentCode } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { email, phone, typedPassword } from '@atrium/contract/kernel/fields.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { FormDrawer } from './form-drawer.tsx'
import { SmsCodeButton } from './public/sms-code-button.tsx'
import type { DrawerProps } from './security-state.ts'
import { findProblem, useStepForm } from './use-step-form.ts'

const kinds = {
  phone: {
    bind: t('绑定手机'),
    rebind: t('更换手机'),
    target: t('手机号'),
    newTarget: t('新的手机号'),
    note: (bound: string) => t('当前绑定 {bound}。更换后将通知原手机。', { bound }),
    schema: phone,
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 11,
  },
  mail: {
    bind: t('绑定邮箱'),
    rebind: t('更换邮箱'),
    target: t('邮箱地址'),
    newTarget: t('新的邮箱地址'),
    note: (bound: string) => t('当前绑定 {bound}。更换后将通知原邮箱。', { bound }),
    schema: email,
    type: 'email',
    autoComplete: 'email',
    maxLength: 254,
  },
} as const

type Sent = { target: string; uuid: string; msg: string }
type Props = {
  type: keyof typeof kinds
  /** The bound contact, masked. */
  bound: string
  onClosed: () => void
}

const BindDrawer = ({ type, bound, onClosed }: Props) => {
  const kind = kinds[type]
  const [sent, setSent] = useState<Sent>()
  const form = useStepForm({ target: '', code: '', password: '' }, ({ target, code, password }) => ({
    target: findProblem(kind.schema, target),
    // A code sent elsewhere does not verify this target.
    code: sent?.target === target.trim() ? findProblem(sentCode, code) : t('请先获取验证码'),
    password: findProblem(typedPassword, password),
  }))
  const exit = useDrawerExit(form)
  const target = form.values.target.trim()

  const send = async () => {
    try {
      const { uuid, msg, retryAfter } = await call(securityContract.bindSend, { body: { type, target } })
      setSent({ target, uuid, msg })
      return retryAfter
    } catch (error) {
      form.receive(error)
      throw error
    }
  }
  const bind = () =>
    form.submit(async () => {
      const { code, password } = form.values
      const uuid = sent?.uuid ?? ''
      await call(securityContract.bindConfirm, { body: { type, target, uuid, code, password } })
      await refetchAffected()
      exit.close()
    })

  return (
    <FormDrawer
      title={bound ? kind.rebind : kind.bind}
      exit={exit}
      onClosed={onClosed}
      form={form}
      confirm={bound ? t('更换') : t('绑定', { context: 'contact' })}
      onSubmit={() => void bind()}
    >
      {bound && <Note space="small">{kind.note(bound)}</Note>}
      <TextInput
        label={bound ? kind.newTarget : kind.target}
        type={kind.type}
        autoComplete={kind.autoComplete}
        maxLength={kind.maxLength}
        {...form.field('target')}
      />
      <TextInput
        label={t('验证码')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        hint={sent && sent.target === target ? sent.msg : undefined}
        {...form.field('code')}
        after={<SmsCodeButton key={target} validate={() => form.check('target')} send={send} />}
      />
      <PasswordInput label={t('当前密码')} autoComplete="current-password" {...form.field('password')} />
    </FormDrawer>
  )
}

/** Binds or replaces the phone with a code sent there. */
export const PhoneDrawer = ({ state: { phone: bound }, onClosed }: DrawerProps) => (
  <BindDrawer type="phone" bound={bound} onClosed={onClosed} />
)

/** Binds or replaces the mail address with a code sent there. */
export const MailDrawer = ({ state: { mail: bound }, onClosed }: DrawerProps) => (
  <BindDrawer type="mail" bound={bound} onClosed={onClosed} />
)
