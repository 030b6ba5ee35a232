import { type UserRow, userCreate, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { affected } from './affected-reads.ts'
import { GeneratedPasswordDialog } from './generated-password-dialog.tsx'
import { MembershipsField } from './memberships-field.tsx'
import { PasswordFields, passwordLabels, passwordSource, passwordToSend } from './password-fields.tsx'
import { EditForm } from './user-edit-form.tsx'
import { AccountField, NewIdCardField, PersonalFields, RoleIdsField } from './user-fields.tsx'
import { fieldLabels } from './user-words.ts'

const addSchema = z.extend(userCreate, passwordSource)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<UserRow>, 'row'>) => {
  const [generated, setGenerated] = useState<{ owner: string; password: string }>()
  const [names] = useState(() => new Map<string, string>())
  const create = useWrite(usersContract.create, { invalidates: affected, onDone: ({ id }) => onSaved(id) })
  return (
    <>
      <DrawerForm
        title={t('新增用户')}
        act={t('新增用户')}
        schema={addSchema}
        labels={{
          ...fieldLabels,
          idCard: t('身份证号'),
          ...passwordLabels,
          orgs: t('组织'),
          roleIds: t('角色'),
          custom: t('自定义字段'),
        }}
        initial={{
          account: '',
          name: '',
          phone: '',
          email: '',
          idCard: '',
          sex: 0,
          expireTime: null,
          remark: '',
          by: 'server',
          mustChange: true,
          orgs: [],
          roleIds: [],
          custom: {},
        }}
        busy={create.isPending}
        error={create.error}
        onSubmit={async ({ by, password: typed, ...values }) => {
          const { password } = await create.mutateAsync({
            body: { ...values, ...passwordToSend({ by, password: typed }) },
          })
          if (password !== undefined) setGenerated({ owner: values.name, password })
        }}
        onClosed={() => generated === undefined && onClosed()}
      >
        <AccountField />
        <PersonalFields idCard={<NewIdCardField name="idCard" />} />
        <PasswordFields />
        <MembershipsField names={names} />
        <RoleIdsField />
        <CustomFields entity="user" />
      </DrawerForm>
      {generated && <GeneratedPasswordDialog {...generated} onClose={onClosed} />}
    </>
  )
}

/** Adds or edits a user. */
export const UserForm = ({ row, ...rest }: ListFormProps<UserRow>) =>
  row ? <EditForm row={row} {...rest} /> : <AddForm {...rest} />
