import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call, callOrMore } from '../../../kernel/api/call.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { codesNotKept, RecoveryCodes } from './recovery-codes.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'
import { StepFoot, StepForm } from './step-form.tsx'
import { TotpSecret } from './totp-secret.tsx'
import { usePasswordForm } from './use-password-form.ts'
import { useStepForm } from './use-step-form.ts'

/** Data of code 111: the secret as text and as a URI, and the recovery codes. */
const setUpShape = z.object({ secret: z.string(), uri: z.string(), recovery: z.array(z.string()) })

const setUpUnfinished = {
  title: t('动态验证码尚未开启'),
  body: t('关闭后，该二维码失效，需重新设置。'),
  confirm: t('放弃设置'),
}

const { switchItem } = securityContract

const useCodeForm = () =>
  useStepForm({ code: '' }, ({ code }) => ({
    code: /^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : t('请输入 6 位动态验证码'),
  }))

type FirstCodeProps = {
  setUp: z.output<typeof setUpShape>
  form: ReturnType<typeof useCodeForm>
  onSubmit: () => void
}

/** The secret to scan, and the first code that the app shows for it. */
const FirstCode = ({ setUp, form, onSubmit }: FirstCodeProps) => (
  <>
    <TotpSecret {...setUp} />
    <StepForm form={form} onSubmit={onSubmit}>
      <TextInput
        label={t('应用中显示的 6 位验证码')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        {...form.field('code')}
      />
    </StepForm>
  </>
)

/** Sets up an authenticator app: password, secret and first code, then recovery codes. */
export const TotpDrawer = ({ onClosed }: Pick<DrawerProps, 'onClosed'>) => {
  const passwordForm = usePasswordForm()
  const codeForm = useCodeForm()
  const [setUp, setSetUp] = useState<z.output<typeof setUpShape>>()
  const [enabled, setEnabled] = useState(false)
  const [kept, setKept] = useState(false)
  const exit = useDrawerExit(
    { busy: passwordForm.busy || codeForm.busy, isDirty: enabled ? !kept : passwordForm.isDirty },
    enabled ? codesNotKept : setUp && setUpUnfinished,
  )

  const begin = () =>
    passwordForm.submit(async () => {
      const { password } = passwordForm.values
      const reply = await callOrMore(switchItem, { body: { item: 'totp', on: true, password } })
      if (reply.more) setSetUp(setUpShape.parse(reply.data))
    })
  const enable = () =>
    codeForm.submit(async () => {
      await call(switchItem, { body: { item: 'totp', on: true, code: codeForm.values.code } })
      setEnabled(true)
      // Not awaited: the codes are visible, and closing must ask instead of waiting.
      void refetchAffected()
    })

  if (setUp && enabled)
    return (
      <StepDrawer
        title={t('动态验证码已开启')}
        exit={exit}
        onClosed={onClosed}
        foot={
          <Button look="primary" onClick={exit.close}>
            {t('我已保存')}
          </Button>
        }
      >
        <RecoveryCodes codes={setUp.recovery} onKept={() => setKept(true)} />
      </StepDrawer>
    )
  if (setUp)
    return (
      <StepDrawer
        title={t('开启动态验证码')}
        exit={exit}
        onClosed={onClosed}
        foot={<StepFoot key={codeForm.id} form={codeForm} exit={exit} confirm={t('开启')} />}
      >
        <FirstCode setUp={setUp} form={codeForm} onSubmit={() => void enable()} />
      </StepDrawer>
    )
  return (
    <StepDrawer
      title={t('开启动态验证码')}
      exit={exit}
      onClosed={onClosed}
      foot={<StepFoot key={passwordForm.id} form={passwordForm} exit={exit} confirm={t('下一步')} />}
    >
      <StepForm form={passwordForm} onSubmit={() => void begin()}>
        <Note space="small">
          {t('开启后，登录时除了密码，还须输入验证器应用中每 30 秒更新的 6 位数字。请先验证身份。')}
        </Note>
        <PasswordInput label={t('当前密码')} autoComplete="current-password" {...passwordForm.field('password')} />
      </StepForm>
    </StepDrawer>
  )
}
