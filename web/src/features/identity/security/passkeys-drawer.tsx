import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { DrawerList } from './drawer-list.tsx'
import { type Passkey, PasskeyRow } from './passkey-row.tsx'
import { canUsePasskeys } from './public/passkey-support.ts'
import type { DrawerProps } from './security-state.ts'
import { StepDrawer } from './step-drawer.tsx'
import { StepFoot, StepForm } from './step-form.tsx'
import { maxNameLength, usePasskeyForm } from './use-passkey-form.ts'

const empty = {
  title: t('暂无通行密钥'),
  hint: t('用指纹、面容或设备密码代替密码登录，可防范钓鱼网站。'),
}

/** The account's passkeys, and adding one. */
export const PasskeysDrawer = ({ state, onClosed }: DrawerProps) => {
  const possible = canUsePasskeys()
  const read = useRead(securityContract.passkeys, {})
  const [adding, setAdding] = useState(possible && state.passkeys === 0)
  const form = usePasskeyForm()
  const exit = useDrawerExit({ busy: form.busy, isDirty: adding && form.isDirty })
  const [ask, question] = useConfirm()

  const askToRemove = ({ id, name }: Passkey) =>
    ask({
      title: t('删除通行密钥“{name}”？', { name }),
      body: t('删除后不能再用该通行密钥登录。设备上保存的副本需自行清除。'),
      confirm: t('删除'),
      danger: true,
      run: async () => {
        await call(securityContract.removePasskey, { params: { id } })
        await refetchAffected()
      },
    })

  if (adding)
    return (
      <StepDrawer
        title={t('添加通行密钥')}
        exit={exit}
        onClosed={onClosed}
        foot={<StepFoot key={form.id} form={form} exit={exit} confirm={t('创建')} />}
      >
        <StepForm form={form} onSubmit={() => void form.add(() => setAdding(false))}>
          <Note space="small">
            {t('输入密码后，请按浏览器提示用指纹、面容、设备密码或安全密钥确认。以后可用其登录，无需输入密码。')}
          </Note>
          <TextInput
            label={t('名称')}
            maxLength={maxNameLength}
            hint={t('便于以后识别')}
            autoComplete="off"
            {...form.field('name')}
          />
          <PasswordInput label={t('当前密码')} autoComplete="current-password" {...form.field('password')} />
        </StepForm>
      </StepDrawer>
    )
  return (
    <StepDrawer
      title={t('通行密钥')}
      exit={exit}
      onClosed={onClosed}
      foot={
        <>
          <Button onClick={exit.tryClose}>{t('关闭')}</Button>
          <Button look="primary" disabled={!possible} onClick={() => setAdding(true)}>
            {t('添加通行密钥')}
          </Button>
        </>
      }
    >
      {!possible && (
        <Note space="small">
          {t('浏览器只允许通过 https 或 localhost 打开的页面使用通行密钥。请用系统的 https 地址打开后再添加。')}
        </Note>
      )}
      <DrawerList label={t('通行密钥')} read={read} empty={empty}>
        {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => askToRemove(passkey)} />}
      </DrawerList>
      {question}
    </StepDrawer>
  )
}
