import { organizationsContract } from '@atrium/contract/features/organizations/organizations.contract.ts'
import { type UserCreate, type UserUpdate, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { DateTimeField, SearchManyField, SelectField, TextAreaField, TextField } from '../../kernel/forms/fields.tsx'
import { findOrganizationsToJoin } from './find-organizations.ts'
import { findRolesToGive } from './find-roles.ts'
import { sexOptions } from './user-words.ts'

/** The name to sign in with; chosen once. */
export const AccountField = () => (
  <TextField<UserCreate> name="account" required maxLength={30} placeholder="4-30 位字母、数字或下划线，以字母开头" />
)

type IdCards = { idCard: string; newIdCard: string }
export const NewIdCardField = (props: { name: keyof IdCards; placeholder?: string; help?: string }) => (
  <TextField<IdCards> maxLength={18} {...props} />
)

/** Who somebody is. How a member from elsewhere is reached is kept where he signs in. */
export const PersonalFields = ({ idCard, outside = false }: { idCard: ReactNode; outside?: boolean }) => (
  <>
    <TextField<UserUpdate> name="name" maxLength={30} />
    {!outside && (
      <>
        <TextField<UserUpdate> name="phone" maxLength={11} />
        <TextField<UserUpdate> name="email" maxLength={254} />
      </>
    )}
    {idCard}
    <SelectField<UserUpdate> name="sex" options={sexOptions} />
    <DateTimeField<UserUpdate> name="expireTime" placeholder="长期有效" help="到期后不能登录" />
    <TextAreaField<UserUpdate> name="remark" maxLength={200} />
  </>
)

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
