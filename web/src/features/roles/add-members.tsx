import { type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { useFormRules } from '../../kernel/forms/form-context.ts'
import { Button } from '../../ui/button.tsx'
import type { Control } from '../../ui/control.ts'
import { BareField, useFieldProblem } from '../../ui/form.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { affected } from './affected-reads.ts'

const people = z
  .array(z.object({ id: z.string(), name: z.string() }))
  .check(z.minLength(1, '请选择用户'), z.maxLength(200, '一次最多 200 人'))
const schema = z.object({ people })
type Person = z.output<typeof people>[number]

const found = 20

const PeopleControl = ({ value = [], onChange }: Control<Person[]>) => {
  const problem = useFieldProblem()
  // The names of what was found last: the choice itself says an id only.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const find = async (keyword: string, _chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(usersContract.list, { query: { search: keyword, size: found } }, { signal })
    const options = data.map(({ id, name, account }) => ({ value: id, label: `${name}（${account}）` }))
    setNames(new Map(options.map((option) => [option.value, option.label])))
    return options.filter((option) => value.every(({ id }) => id !== option.value))
  }
  const add = (id: string | undefined) => {
    if (id !== undefined && value.every((person) => person.id !== id))
      onChange?.([...value, { id, name: names.get(id) ?? id }])
  }
  return (
    <>
      <SearchSelect
        aria-label="查找用户"
        placeholder="输入账号、姓名查找"
        find={find}
        value={undefined}
        onChange={add}
      />
      {problem !== undefined && (
        <p className="grant-problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="chosen" aria-label="已选用户">
        {value.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <Button
              look="quiet"
              aria-label={`不选${name}`}
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => onChange?.(value.filter((person) => person.id !== id))}
            >
              {null}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

const PeopleField = () => {
  const { problemWith } = useFormRules()
  return (
    <BareField name="people" problem={() => problemWith('people')}>
      <PeopleControl />
    </BareField>
  )
}

/** Gives a role to several people at once. */
export const AddMembers = ({ role, onClosed }: { role: RoleRow; onClosed: () => void }) => {
  const write = useWrite(rolesContract.changeMembers, { invalidates: affected })
  return (
    <DrawerForm
      title={`添加成员：${role.name}`}
      schema={schema}
      labels={{ people: '用户' }}
      initial={{ people: [] }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ people: chosen }) =>
        write.mutateAsync({ params: { id: role.id }, body: { add: chosen.map(({ id }) => id) } })
      }
      onClosed={onClosed}
    >
      <PeopleField />
    </DrawerForm>
  )
}
