import type { UserField } from '@atrium/contract/features/access/registry/user-fields.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { UserCreate, UserDetail, UserUpdate } from '@atrium/contract/features/people/users/users.contract.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRestrictions } from '../../../kernel/access/use-restrictions.ts'
import { DateTimeField, SearchManyField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { findGrantableRoles } from './find-roles.ts'

/** The account cannot be changed later. */
export const AccountField = () => (
  <TextField<UserCreate>
    name="account"
    required
    maxLength={30}
    placeholder={t('4-30 位字母、数字或下划线，以字母开头')}
  />
)

const restrictionReasons: Record<FieldEffect, string> = {
  hide: t('您没有查看和修改权限，保存后保持不变'),
  mask: t('您仅可查看部分内容，不能修改，保存后保持不变'),
  readonly: t('您没有修改权限'),
}
/** Disables restricted fields and explains why. */
const useRestrictedProps = () => {
  const restrictions = useRestrictions()
  return (name: UserField, placeholder = '') => {
    const effect = restrictions[`users.${name}`]
    return effect ? { disabled: true, help: restrictionReasons[effect], placeholder } : {}
  }
}

type IdCards = { idCard: string; newIdCard: string }
export const NewIdCardField = (props: { name: keyof IdCards; placeholder?: string; help?: string }) => (
  <TextField<IdCards> maxLength={18} {...props} {...useRestrictedProps()('idCard', props.placeholder)} />
)

type PersonalFieldsProps = {
  idCard: ReactNode
  outside?: boolean
  /** Contacts, possibly masked; shown as placeholders. */
  contacts?: Pick<UserDetail, 'phone' | 'email'>
}
/** Profile fields. Members from other companies manage their contacts there. */
export const PersonalFields = ({ idCard, outside = false, contacts }: PersonalFieldsProps) => {
  const restrictedProps = useRestrictedProps()
  return (
    <>
      <TextField<UserUpdate> name="name" maxLength={30} />
      {!outside && (
        <>
          <TextField<UserUpdate> name="phone" maxLength={11} {...restrictedProps('phone', contacts?.phone)} />
          <TextField<UserUpdate> name="email" maxLength={254} {...restrictedProps('email', contacts?.email)} />
        </>
      )}
      {idCard}
      <DictSelectField<UserUpdate> name="sex" group="sex" numeric />
      <DateTimeField<UserUpdate> name="expireTime" placeholder={t('长期有效')} help={t('到期后不能登录')} />
      <TextAreaField<UserUpdate> name="remark" maxLength={200} {...restrictedProps('remark')} />
    </>
  )
}

/** Initial roles; hidden from callers who cannot see role assignments. */
export const RoleIdsField = () => {
  const may = useCan(userRolesContract.offeredRoles)
  return may && <SearchManyField<UserCreate> name="roleIds" find={findGrantableRoles()} />
}
