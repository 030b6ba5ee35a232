import {
  type AssignedRole,
  type UserRoles,
  userRolesContract,
} from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ComponentProps } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import { AddSelect } from '../../../ui/add-select.tsx'
import type { Control } from '../../../ui/control.ts'
import { Empty } from '../../../ui/empty.tsx'
import { BareField, FieldAlert } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { RoleTerm } from './role-term.tsx'
import './users.css'

type Term = UserRoles['roles'][number]
type RolesProps = {
  assigned: readonly AssignedRole[]
  find: Find
  /** Why no role can be changed. */
  lockedReason?: string | undefined
}

/** Looks up the name of a role that was not assigned when the drawer opened. */
const NamedTerm = ({ role, ...props }: ComponentProps<typeof RoleTerm>) => {
  const id = props.term.roleId
  const { data } = useRead(userRolesContract.offeredRoles, { params: { id } }, { enabled: role === undefined })
  const found = data?.find(({ value }) => value === id)
  return <RoleTerm {...props} role={role ?? (found && { name: found.label, ...found.extra })} />
}

const RolesControl = ({ assigned, find, lockedReason, value = [], onChange }: Control<Term[]> & RolesProps) => {
  const replace = (next: Term) => onChange?.(value.map((term) => (term.roleId === next.roleId ? next : term)))
  const add = (roleId: string) =>
    onChange?.([...value, { roleId, orgId: null, startTime: null, expireTime: null, reason: '' }])
  return (
    <>
      {lockedReason === undefined && (
        <AddSelect label={t('添加角色')} taken={value.map(({ roleId }) => roleId)} find={find} onAdd={add} />
      )}
      <FieldAlert />
      {value.length === 0 && <Empty title={t('暂无角色')} hint={t('没有角色的用户登录后无可用菜单。')} />}
      <ul className="user-terms" aria-label={t('已有角色')}>
        {value.map((term) => (
          <NamedTerm
            key={term.roleId}
            term={term}
            lockedReason={lockedReason}
            role={assigned.find(({ roleId }) => roleId === term.roleId)}
            onChange={replace}
            onRemove={() => onChange?.(value.filter(({ roleId }) => roleId !== term.roleId))}
          />
        ))}
      </ul>
    </>
  )
}

const reversedMessage = t('结束时间必须晚于开始时间')
const isTermReversed = ({ startTime, expireTime }: Term) =>
  startTime !== null && expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime)

/** Role assignments of a user; those beyond the caller's rights are read-only. */
export const RolesField = (roles: RolesProps) => {
  const { validate, currentValue } = useFormRules()
  const problem = () =>
    ((currentValue('roles') ?? []) as Term[]).some(isTermReversed) ? reversedMessage : validate('roles')
  return (
    <BareField name="roles" problem={problem}>
      <RolesControl {...roles} />
    </BareField>
  )
}
