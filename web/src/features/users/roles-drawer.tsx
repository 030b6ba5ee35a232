import {
  type AssignedRole,
  type UserRoles,
  type UserRow,
  userRoles,
  usersContract,
} from '@atrium/contract/features/users/users.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { call } from '../../kernel/api/call.ts'
import { CallError } from '../../kernel/api/call-error.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { useFresh } from '../../kernel/api/use-fresh.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { newerVersionIn } from '../../kernel/forms/newer-version.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { usePersonImpact } from '../../ui/use-grant-impact.tsx'
import { affected } from './affected-reads.ts'
import { findRolesToGive } from './find-roles.ts'
import { RolesByOrganization } from './roles-by-organization.tsx'
import { RolesField } from './roles-field.tsx'
import { userName } from './user-words.ts'

type State = ReplyOf<typeof usersContract.roles>
const given = ({ roleId, anchor, startTime, expireTime, reason }: AssignedRole) => ({
  ...{ roleId, startTime, expireTime, reason },
  orgId: anchor?.id ?? null,
})

type Names = Map<string, string>
const learnFrom = (names: Names, assigned: readonly AssignedRole[]) => {
  for (const { roleId, name } of assigned) names.set(roleId, name)
  return names
}

/** A refusal for a newer version says which one; what roles it has is read. */
const withNewerRoles = async (error: unknown, id: string, names: Names): Promise<unknown> => {
  if (!(error instanceof CallError) || !newerVersionIn(error)) return error
  const { assigned, version } = await call(usersContract.roles, { params: { id } })
  learnFrom(names, assigned)
  return new CallError({ ...error, data: { current: { roles: assigned.map(given), version } } })
}

const RolesForm = ({ row, state, onSaved, onClosed }: RowDrawerProps<UserRow> & { state: State }) => {
  const [card, confirms, isRead] = usePersonImpact(row.name)
  const write = useWrite(usersContract.assignRoles, {
    confirms,
    invalidates: affected,
    onDone: () => onSaved(row.id),
  })
  const [failure, setFailure] = useState<unknown>()
  const [names] = useState(() => learnFrom(new Map(), state.assigned))
  const [find] = useState(() => findRolesToGive((id, name) => names.set(id, name)))
  const save = async (body: UserRoles) => {
    try {
      await write.mutateAsync({ params: { id: row.id }, body })
    } catch (error) {
      setFailure(await withNewerRoles(error, row.id, names))
      throw error
    }
  }
  return (
    <>
      <DrawerForm
        title={`角色：${userName(row)}`}
        schema={userRoles}
        labels={{ roles: '角色' }}
        initial={{ roles: state.assigned.map(given), mode: 'replace', version: state.version }}
        show={{ roles: (roles: UserRoles['roles']) => roles.map(({ roleId }) => names.get(roleId) ?? '').join('、') }}
        busy={write.isPending && !isRead}
        error={failure}
        onSubmit={save}
        onClosed={onClosed}
      >
        <RolesField assigned={state.assigned} find={find} />
        <RolesByOrganization roles={state.byOrganization} />
      </DrawerForm>
      {card}
    </>
  )
}

/** Which roles somebody wears, from when, until when and why. */
export const RolesDrawer = (props: RowDrawerProps<UserRow>) => {
  const state = useFresh(usersContract.roles, { params: { id: props.row.id } }, props.onClosed)
  return state && <RolesForm {...props} state={state} />
}
