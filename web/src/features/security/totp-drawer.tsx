import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call, callOrMore } from '../../kernel/api/call.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { readAgain } from './affected-reads.ts'
import { codesNotKept, RecoveryCodes } from './recovery-codes.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'
import { StepFoot, StepForm } from './step-form.tsx'
import { TotpSecret } from './totp-secret.tsx'
import { useExit } from './use-exit.tsx'
import { usePasswordQuestion } from './use-password-question.ts'
import { useStepForm } from './use-step-form.ts'

/** What 111 brings: the secret as text and as the address an app scans, and the codes that count once it is on. */
const setUpShape = z.object({ secret: z.string(), uri: z.string(), recovery: z.array(z.string()) })

const halfWay = {
  title: '动态验证码还没有开启',
  body: '关闭后，刚才的二维码不再有效，需要重新设置。',
  confirm: '放弃设置',
}

const { switchItem } = securityContract

/** Sets up an authenticator app: the password, the secret to scan and its first code, and then the recovery codes. */
export const TotpDrawer = ({ onClosed }: Pick<DrawerProps, 'onClosed'>) => {
  const question = usePasswordQuestion()
  const proof = useStepForm({ code: '' }, ({ code }) => ({
    code: /^\d{6}$/.test(code.replace(/\s/g, '')) ? undefined : '请输入 6 位动态验证码',
  }))
  const [setUp, setSetUp] = useState<z.output<typeof setUpShape>>()
  const [enabled, setEnabled] = useState(false)
  const [kept, setKept] = useState(false)
  const exit = useExit(
    { busy: question.busy || proof.busy, isDirty: enabled ? !kept : question.isDirty },
    enabled ? codesNotKept : setUp && halfWay,
  )

  const begin = () =>
    question.submit(async () => {
      const { password } = question.values
      const reply = await callOrMore(switchItem, { body: { item: 'totp', on: true, password } })
      if (reply.more) setSetUp(setUpShape.parse(reply.data))
    })
  const enable = () =>
    proof.submit(async () => {
      await call(switchItem, { body: { item: 'totp', on: true, code: proof.values.code } })
      setEnabled(true)
      // The codes are there: leaving them is a question, not a wait for what else is read.
      void readAgain()
    })

  if (setUp && enabled)
    return (
      <StepDrawer
        title="动态验证码已开启"
        exit={exit}
        onClosed={onClosed}
        foot={
          <Button look="primary" onClick={exit.close}>
            我已保存
          </Button>
        }
      >
        <RecoveryCodes codes={setUp.recovery} onKept={() => setKept(true)} />
      </StepDrawer>
    )
  if (setUp)
    return (
      <StepDrawer
        title="开启动态验证码"
        exit={exit}
        onClosed={onClosed}
        foot={<StepFoot key={proof.id} form={proof} exit={exit} confirm="开启" />}
      >
        <TotpSecret {...setUp} />
        <StepForm form={proof} onSubmit={() => void enable()}>
          <TextInput
            label="应用中显示的 6 位验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            autoFocus
            {...proof.field('code')}
          />
        </StepForm>
      </StepDrawer>
    )
  return (
    <StepDrawer
      title="开启动态验证码"
      exit={exit}
      onClosed={onClosed}
      foot={<StepFoot key={question.id} form={question} exit={exit} confirm="下一步" />}
    >
      <StepForm form={question} onSubmit={() => void begin()}>
        <p className="security-note">
          开启后，登录时除了密码，还要输入验证器应用里每 30 秒变化一次的 6 位数字。请先确认是您本人。
        </p>
        <PasswordInput label="当前密码" autoComplete="current-password" {...question.field('password')} />
      </StepForm>
    </StepDrawer>
  )
}
