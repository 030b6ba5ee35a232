import { type UserRow, userReset, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SwitchField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { GeneratedPasswordDialog } from './generated-password-dialog.tsx'
import { PasswordFields, passwordLabels, passwordSource, passwordToSend } from './password-fields.tsx'

const schema = z.extend(userReset, passwordSource)
type Values = z.output<typeof schema>

/** Resets a password; a generated one is shown once. */
export const ResetForm = ({ row, onSaved, onClosed }: RowDrawerProps<UserRow>) => {
  const [generated, setGenerated] = useState<string>()
  const write = useWrite(usersContract.reset, {
    invalidates: affected,
    onDone: ({ password }) => {
      setGenerated(password)
      onSaved(row.id)
    },
  })
  return (
    <>
      <DrawerForm
        title={t('重置密码：{row}', { row: userName(row) })}
        act={t('重置密码')}
        schema={schema}
        labels={{ ...passwordLabels, logout: t('下线已登录的设备') }}
        initial={{ by: 'server', mustChange: true, logout: true }}
        busy={write.isPending}
        error={write.error}
        onSubmit={({ mustChange, logout, ...values }) =>
          write.mutateAsync({ params: { id: row.id }, body: { mustChange, logout, ...passwordToSend(values) } })
        }
        onClosed={() => generated === undefined && onClosed()}
      >
        <PasswordFields />
        <SwitchField<Values> name="logout" help={t('该用户正在使用的设备将立即退出登录')} />
      </DrawerForm>
      {generated !== undefined && <GeneratedPasswordDialog owner={row.name} password={generated} onClose={onClosed} />}
    </>
  )
}
