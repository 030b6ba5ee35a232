import {
  type UserDetail,
  type UserRow,
  userCreate,
  usersContract,
  userUpdate,
} from '@atrium/contract/features/people/users/users.contract.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-page.tsx'
import { GeneratedPasswordDialog } from '../../../shared/passwords/generated-password-dialog.tsx'
import { userName } from '../../../shared/people/user-name.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { affected } from './affected-reads.ts'
import { PasswordFields, passwordLabels, passwordSource, passwordToSend } from './password-fields.tsx'
import { AccountField, NewIdCardField, OrganizationsField, PersonalFields, RolesField } from './user-fields.tsx'
import { fieldLabels, sexName } from './user-words.ts'

const addSchema = z.extend(userCreate, passwordSource)

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<UserRow>, 'row'>) => {
  const [generated, setGenerated] = useState<{ owner: string; password: string }>()
  const create = useWrite(usersContract.create, { invalidates: affected, onDone: ({ id }) => onSaved(id) })
  return (
    <>
      <DrawerForm
        title="新增用户"
        schema={addSchema}
        labels={{ ...fieldLabels, idCard: '身份证号', ...passwordLabels, orgs: '组织', roleIds: '角色' }}
        initial={{
          ...{ account: '', name: '', phone: '', email: '', idCard: '', sex: 0, expireTime: null, remark: '' },
          ...{ by: 'server', mustChange: true, orgs: [], roleIds: [] },
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
        <OrganizationsField />
        <RolesField />
      </DrawerForm>
      {generated && <GeneratedPasswordDialog {...generated} onClose={onClosed} />}
    </>
  )
}

/** The ID card number is never returned in full: a typed value is a new number. */
const editSchema = z.extend(z.omit(userUpdate, { idCard: true }), { newIdCard: userUpdate.shape.idCard })
type Stored = z.input<typeof editSchema>

const EditForm = ({ user, onSaved, onClosed }: Omit<ListFormProps<UserRow>, 'row'> & { user: UserDetail }) => {
  const update = useWrite(usersContract.update, { invalidates: affected, onDone: () => onSaved(user.id) })
  const { name, sex, expireTime, remark, version } = user
  const restrictions = useRestrictions()
  // A masked value is no valid phone or address; left empty, it stays unchanged.
  const [phone, email] = [restrictions['users.phone'], restrictions['users.email']].map((effect, at) =>
    isHiddenOrMasked(effect) ? '' : [user.phone, user.email][at],
  )
  const { account: _fixed, ...labels } = fieldLabels
  return (
    <DrawerForm
      title={`编辑用户：${userName(user)}`}
      schema={editSchema}
      labels={{ ...labels, newIdCard: '身份证号' }}
      formatters={{ sex: sexName, expireTime: (at) => (at ? formatMoment(at) : '长期有效') }}
      // Replies are not validated; the schema validates the values before they are sent.
      initial={{ name, phone, email, sex, expireTime, remark, version, newIdCard: '' } as Stored}
      busy={update.isPending}
      error={update.error}
      onSubmit={({ newIdCard, ...body }) =>
        update.mutateAsync({ params: { id: user.id }, body: { ...body, ...(newIdCard ? { idCard: newIdCard } : {}) } })
      }
      onClosed={onClosed}
    >
      <PersonalFields
        outside={user.outside}
        contacts={user}
        idCard={
          <NewIdCardField
            name="newIdCard"
            {...(user.idCard ? { placeholder: user.idCard, help: '留空则不修改' } : {})}
          />
        }
      />
    </DrawerForm>
  )
}

const ReadThenEdit = ({ row, ...rest }: ListFormProps<UserRow> & { row: UserRow }) => {
  const user = useFreshRead(usersContract.get, { params: { id: row.id } }, rest.onClosed)
  return user && <EditForm user={user} {...rest} />
}

/** Adds or edits a user. */
export const UserForm = ({ row, ...rest }: ListFormProps<UserRow>) =>
  row ? <ReadThenEdit row={row} {...rest} /> : <AddForm {...rest} />
