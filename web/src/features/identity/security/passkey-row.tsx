import { type passkeyRow, securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { text } from '@atrium/contract/kernel/fields.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { rich } from '../../../ui/rich.ts'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { refetchAffected } from './affected-reads.ts'
import { StepForm } from './step-form.tsx'
import { maxNameLength } from './use-passkey-form.ts'
import { findProblem, useStepForm } from './use-step-form.ts'

export type Passkey = z.output<typeof passkeyRow>

const RenameForm = ({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) => {
  const form = useStepForm({ name: passkey.name }, ({ name }) => ({ name: findProblem(text(maxNameLength), name) }))
  const rename = () =>
    form.submit(async () => {
      const body = { name: form.values.name.trim() }
      await call(securityContract.renamePasskey, { params: { id: passkey.id }, body })
      await refetchAffected()
      onDone()
    })
  return (
    <StepForm form={form} onSubmit={() => void rename()}>
      <TextInput label={t('通行密钥的名称')} maxLength={maxNameLength} autoFocus {...form.field('name')} />
      <div className="security-buttons">
        <Button look="primary" submits loading={form.busy}>
          {t('保存')}
        </Button>
        <Button onClick={onDone}>{t('取消')}</Button>
      </div>
    </StepForm>
  )
}

/** A passkey with its name, creation and last use. */
export const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const [renaming, setRenaming] = useState(false)
  const { name, createTime, lastTime } = passkey
  return (
    <li className="security-row">
      {renaming ? (
        <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <div className="security-row-words">
            <h3>
              <EllipsisText>{name}</EllipsisText>
            </h3>
            <p>{rich('创建于 {createTime}', { createTime: <Time at={createTime} /> })}</p>
            <p>{lastTime ? rich('最近使用 {lastTime}', { lastTime: <Time at={lastTime} /> }) : t('从未使用')}</p>
          </div>
          <div className="security-row-actions">
            <Button look="link" aria-label={t('重命名{name}', { name })} onClick={() => setRenaming(true)}>
              {t('重命名')}
            </Button>
            <Button look="link" danger aria-label={t('删除{name}', { name })} onClick={onRemove}>
              {t('删除')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
