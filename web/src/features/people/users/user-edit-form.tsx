import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import {
  type UserDetail,
  type UserRow,
  usersContract,
  userUpdate,
} from '@atrium/contract/features/people/users/users.contract.ts'
import { isHiddenOrMasked } from '@atrium/contract/kernel/restrictions.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { differingFields } from '../../../kernel/forms/values.ts'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { usePersonImpact } from '../../access/authorization/public/use-grant-impact.tsx'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { affected } from './affected-reads.ts'
import { useEditedAssignments } from './edited-assignments.ts'
import { MembershipsField } from './memberships-field.tsx'
import type { RolesState } from './requested-roles.ts'
import { RolesByOrganization } from './roles-by-organization.tsx'
import { RolesField } from './roles-field.tsx'
import { NewIdCardField, PersonalFields } from './user-fields.tsx'
import { fieldLabels } from './user-words.ts'

/** The ID card number is never returned in full: a typed value is a new number. */
const editSchema = z.extend(z.omit(userUpdate, { idCard: true }), { newIdCard: userUpdate.shape.idCard })
type Stored = z.input<typeof editSchema>
type FormProps = Omit<ListFormProps<UserRow>, 'row'> & { user: UserDetail; state: RolesState | undefined }

/** What of a user the form edits, as stored. */
const useStored = (user: UserDetail) => {
  const restrictions = useRestrictions()
  const { name, sex, expireTime, remark, version, custom = {} } = user
  // A masked value is no valid phone or address; left empty, it stays unchanged.
  const [phone, email] = [restrictions['users.phone'], restrictions['users.email']].map((effect, at) =>
    isHiddenOrMasked(effect) ? '' : [user.phone, user.email][at],
  )
  return { name, phone, email, sex, expireTime, remark, version, newIdCard: '', custom }
}

const LoadedForm = ({ user, state, onSaved, onClosed }: FormProps) => {
  const [card, confirms, isRead] = usePersonImpact(user.name, {
    title: t('修改“{name}”', { name: user.name }),
    confirm: t('确认修改'),
  })
  const update = useWrite(usersContract.update, { confirms, invalidates: affected, onDone: () => onSaved(user.id) })
  const mayChangeMembers = useCan(organizationsContract.changeMembers)
  const assignments = useEditedAssignments(user, state)
  const [failure, setFailure] = useState<unknown>()
  const stored = useStored(user)
  const sexName = useDictionaryLabel('sex')
  const { account: _fixed, ...labels } = fieldLabels
  const save = async ({ newIdCard, roles, orgs, ...values }: z.output<typeof editSchema>) => {
    const changed = differingFields(['roles', 'orgs'], { roles, orgs }, assignments.stored)
    const body = {
      ...values,
      ...(newIdCard && { idCard: newIdCard }),
      ...(changed.includes('roles') && { roles }),
      ...(changed.includes('orgs') && { orgs }),
    }
    try {
      await update.mutateAsync({ params: { id: user.id }, body })
    } catch (error) {
      setFailure(await assignments.withCurrent(error))
      throw error
    }
  }
  return (
    <>
      <DrawerForm
        title={t('编辑用户：{user}', { user: userName(user) })}
        act={t('保存')}
        schema={editSchema}
        labels={{
          ...labels,
          newIdCard: t('身份证号'),
          custom: t('自定义字段'),
          ...(mayChangeMembers && { orgs: t('组织') }),
          ...(state && { roles: t('角色') }),
        }}
        formatters={{
          sex: sexName,
          expireTime: (at) => (at ? formatMoment(at) : t('长期有效')),
          ...assignments.formatters,
        }}
        // Replies are not validated; the schema validates the values before they are sent.
        initial={{ ...stored, ...assignments.stored } as Stored}
        busy={update.isPending && !isRead}
        error={failure}
        onSubmit={save}
        onClosed={onClosed}
      >
        <PersonalFields
          outside={user.outside}
          contacts={user}
          idCard={
            <NewIdCardField
              name="newIdCard"
              {...(user.idCard ? { placeholder: user.idCard, help: t('留空则不修改') } : {})}
            />
          }
        />
        <CustomFields entity="user" />
        <MembershipsField names={assignments.orgNames} />
        {state && (
          <section className="user-part">
            <h3>{t('角色')}</h3>
            <RolesField
              assigned={state.assigned}
              find={assignments.findRoles}
              lockedReason={user.self ? t('不能调整自己的角色') : undefined}
            />
            <RolesByOrganization roles={state.byOrganization} />
          </section>
        )}
      </DrawerForm>
      {card}
    </>
  )
}

type ReadProps = Omit<ListFormProps<UserRow>, 'row'> & { row: UserRow }
const WithRoles = ({ user, ...rest }: Omit<FormProps, 'state'>) => {
  const state = useFreshRead(userRolesContract.roles, { params: { id: user.id } }, rest.onClosed)
  return state && <LoadedForm user={user} state={state} {...rest} />
}

/** Edits a user: profile, and as far as the caller may change them, organisations and roles. */
export const EditForm = ({ row, ...rest }: ReadProps) => {
  const user = useFreshRead(usersContract.get, { params: { id: row.id } }, rest.onClosed)
  const maySeeRoles = useCan(userRolesContract.roles)
  if (!user) return null
  return maySeeRoles ? <WithRoles user={user} {...rest} /> : <LoadedForm user={user} state={undefined} {...rest} />
}
