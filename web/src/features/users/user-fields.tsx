import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import type { UserField } from '@atrium/contract/features/users/user-fields.ts'
import {
  type UserCreate,
  type UserDetail,
  type UserUpdate,
  usersContract,
} from '@atrium/contract/features/users/users.contract.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRestrictions } from '../../kernel/access/use-restrictions.ts'
import { DateTimeField, SearchManyField, SelectField, TextAreaField, TextField } from '../../kernel/forms/fields.tsx'
import { findOrganizationsToJoin } from './find-organizations.ts'
import { findRolesToGive } from './find-roles.ts'
import { sexOptions } from './user-words.ts'

/** The name to sign in with; chosen once. */
export const AccountField = () => (
  <TextField<UserCreate> name="account" required maxLength={30} placeholder="4-30 位字母、数字或下划线，以字母开头" />
)

const why: Record<FieldEffect, string> = {
  hide: '您没有查看和修改它的权限，保存后保持原样',
  mask: '您只能看到一部分，不能修改，保存后保持原样',
  readonly: '您没有修改它的权限',
}
/** A field that may be kept from whoever fills in the form: it is disabled then, and says why. */
const useFixed = () => {
  const kept = useRestrictions()
  return (name: UserField, told = '') => {
    const effect = kept[`users.${name}`]
    return effect ? { disabled: true, help: why[effect], placeholder: told } : {}
  }
}

type IdCards = { idCard: string; newIdCard: string }
export const NewIdCardField = (props: { name: keyof IdCards; placeholder?: string; help?: string }) => (
  <TextField<IdCards> maxLength={18} {...props} {...useFixed()('idCard', props.placeholder)} />
)

type PersonalFieldsProps = {
  idCard: ReactNode
  outside?: boolean
  /** How he is reached, as far as that is told: masked, it is no value. */
  told?: Pick<UserDetail, 'phone' | 'email'>
}
/** Who somebody is. How a member from elsewhere is reached is kept where he signs in. */
export const PersonalFields = ({ idCard, outside = false, told }: PersonalFieldsProps) => {
  const fixed = useFixed()
  return (
    <>
      <TextField<UserUpdate> name="name" maxLength={30} />
      {!outside && (
        <>
          <TextField<UserUpdate> name="phone" maxLength={11} {...fixed('phone', told?.phone)} />
          <TextField<UserUpdate> name="email" maxLength={254} {...fixed('email', told?.email)} />
        </>
      )}
      {idCard}
      <SelectField<UserUpdate> name="sex" options={sexOptions} />
      <DateTimeField<UserUpdate> name="expireTime" placeholder="长期有效" help="到期后不能登录" />
      <TextAreaField<UserUpdate> name="remark" maxLength={200} {...fixed('remark')} />
    </>
  )
}

/** Where somebody belongs from the beginning; not asked of those who may not let people in. */
export const OrganizationsField = () => {
  const mayLetIn = useCan(organizationsContract.changeMembers)
  const maySee = useCan(organizationsContract.list)
  return (
    mayLetIn &&
    maySee && <SearchManyField<UserCreate> name="orgs" find={findOrganizationsToJoin} help="第一个是主组织" />
  )
}

/** The roles somebody begins with; not asked of those who may not see whose roles are whose. */
export const RolesField = () => {
  const may = useCan(usersContract.offeredRoles)
  return may && <SearchManyField<UserCreate> name="roleIds" find={findRolesToGive()} />
}
