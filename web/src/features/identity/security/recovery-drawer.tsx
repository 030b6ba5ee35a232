import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { codesNotKept, RecoveryCodes } from './recovery-codes.tsx'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'
import { StepFoot, StepForm } from './step-form.tsx'
import { usePasswordForm } from './use-password-form.ts'

/** Generates ten new recovery codes, after the password. */
export const RecoveryDrawer = ({ state: { recovery }, onClosed }: DrawerProps) => {
  const form = usePasswordForm()
  const [codes, setCodes] = useState<readonly string[]>()
  const [kept, setKept] = useState(false)
  const exit = useDrawerExit({ busy: form.busy, isDirty: codes ? !kept : form.isDirty }, codes && codesNotKept)
  const replace = () =>
    form.submit(async () => {
      const made = await call(securityContract.recoveryCodes, { body: { password: form.values.password } })
      setCodes(made.codes)
      // Not awaited: the codes are visible, and closing must ask instead of waiting.
      void refetchAffected()
    })
  const title = recovery > 0 && !codes ? t('重新生成恢复码') : t('恢复码')
  if (codes)
    return (
      <StepDrawer
        title={title}
        exit={exit}
        onClosed={onClosed}
        foot={
          <Button look="primary" onClick={exit.close}>
            {t('我已保存')}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} onKept={() => setKept(true)} />
      </StepDrawer>
    )
  return (
    <StepDrawer
      title={title}
      exit={exit}
      onClosed={onClosed}
      foot={<StepFoot key={form.id} form={form} exit={exit} confirm={t('生成')} />}
    >
      <StepForm form={form} onSubmit={() => void replace()}>
        <Note space="small">
          {recovery > 0
            ? t('将生成 10 个新的恢复码，原剩余的 {recovery} 个立即失效。', { recovery })
            : t('将生成 10 个恢复码，手机不在身边时用来完成二次验证。')}
        </Note>
        <PasswordInput label={t('当前密码')} autoComplete="current-password" {...form.field('password')} />
      </StepForm>
    </StepDrawer>
  )
}
