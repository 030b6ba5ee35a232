import type { AssignedRole, UserRoles } from '@atrium/contract/features/users/users.contract.ts'
import { useFormRules } from '../../kernel/forms/form-context.ts'
import type { Control } from '../../ui/control.ts'
import { Empty } from '../../ui/empty.tsx'
import { BareField, useFieldProblem } from '../../ui/form.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { RoleTerm } from './role-term.tsx'
import './users.css'

type Term = UserRoles['roles'][number]
type RolesProps = {
  assigned: readonly AssignedRole[]
  available: readonly { roleId: string; name: string; grantable: boolean }[]
}

const RolesControl = ({ assigned, available, value = [], onChange }: Control<Term[]> & RolesProps) => {
  const problem = useFieldProblem()
  const known = new Map([...available, ...assigned].map((role) => [role.roleId, role]))
  const open = [...known.values()].filter(({ roleId }) => !value.some((term) => term.roleId === roleId))
  const replace = (next: Term) => onChange?.(value.map((term) => (term.roleId === next.roleId ? next : term)))
  const add = ([roleId]: readonly string[]) =>
    roleId !== undefined && onChange?.([...value, { roleId, startTime: null, expireTime: null, reason: '' }])
  return (
    <>
      <MultiSelect
        aria-label="添加角色"
        placeholder="添加角色"
        value={[]}
        onChange={add}
        options={open.map(({ roleId, name, grantable }) => ({
          value: roleId,
          label: grantable ? name : `${name}（超出可授予范围）`,
          disabled: !grantable,
        }))}
      />
      {problem !== undefined && (
        <p className="user-problem" role="alert">
          {problem}
        </p>
      )}
      {value.length === 0 && <Empty title="还没有角色" hint="没有角色的用户登录后看不到任何菜单。" />}
      <ul className="user-terms" aria-label="已有角色">
        {value.map((term) => (
          <RoleTerm
            key={term.roleId}
            term={term}
            role={known.get(term.roleId)}
            onChange={replace}
            onRemove={() => onChange?.(value.filter(({ roleId }) => roleId !== term.roleId))}
          />
        ))}
      </ul>
    </>
  )
}

const reversed = '结束时间必须晚于开始时间'
const isReversed = ({ startTime, expireTime }: Term) =>
  startTime !== null && expireTime !== null && Date.parse(expireTime) <= Date.parse(startTime)

/** The roles of one person, each with its time and reason; those beyond the caller's own rights stay as they are. */
export const RolesField = (roles: RolesProps) => {
  const { problemWith, currentValue } = useFormRules()
  const problem = () => (((currentValue('roles') ?? []) as Term[]).some(isReversed) ? reversed : problemWith('roles'))
  return (
    <BareField name="roles" problem={problem}>
      <RolesControl {...roles} />
    </BareField>
  )
}
