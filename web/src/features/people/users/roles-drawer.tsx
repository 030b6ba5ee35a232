import {
  type UserRoles,
  userRoles,
  userRolesContract,
} from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { findNewerVersion } from '../../../kernel/api/newer-version.ts'
import { useFreshRead } from '../../../kernel/api/use-fresh-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { t } from '../../../ui/texts.ts'
import { usePersonImpact } from '../../access/authorization/public/use-grant-impact.tsx'
import { affected } from './affected-reads.ts'
import { findGrantableRoles } from './find-roles.ts'
import { addRoleNames, type RoleNames, type RolesState, rolesFormatter, toRequestedRole } from './requested-roles.ts'
import { RolesByOrganization } from './roles-by-organization.tsx'
import { RolesField } from './roles-field.tsx'

type Named = { id: string; name: string; account: string }

/** The stale-version error only carries the version; reads the current roles. */
const withNewerRoles = async (error: unknown, id: string, names: RoleNames): Promise<unknown> => {
  if (!(error instanceof CallError) || !findNewerVersion(error)) return error
  const { assigned, version } = await call(userRolesContract.roles, { params: { id } })
  addRoleNames(names, assigned)
  return new CallError({ ...error, data: { current: { roles: assigned.map(toRequestedRole), version } } })
}

const dayMs = 86_400_000
/** The assignments of a user, with the role that the address asks to add, or its end if they hold it already. */
const initialRoles = ({ assigned }: RolesState, given: URLSearchParams | undefined) => {
  const roles = assigned.map(toRequestedRole)
  const roleId = given?.get('role')
  if (!roleId) return roles
  const days = Number(given?.get('days') ?? 0)
  const expireTime = days > 0 ? new Date(Date.now() + days * dayMs).toISOString() : null
  if (roles.some((each) => each.roleId === roleId))
    return roles.map((each) => (each.roleId === roleId && days > 0 ? { ...each, expireTime } : each))
  return [...roles, { roleId, orgId: null, startTime: null, expireTime, reason: '' }]
}

const RolesForm = ({ row, state, onSaved, onClosed, given }: RowDrawerProps<Named> & { state: RolesState }) => {
  const [card, confirms, isRead] = usePersonImpact(row.name)
  const write = useWrite(userRolesContract.assignRoles, {
    confirms,
    invalidates: affected,
    onDone: () => onSaved(row.id),
  })
  const [failure, setFailure] = useState<unknown>()
  const [names] = useState(() => addRoleNames(new Map(), state.assigned))
  const [find] = useState(() => findGrantableRoles((id, name) => names.set(id, name)))
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
        title={t('角色：{row}', { row: userName(row) })}
        act={t('保存')}
        schema={userRoles}
        labels={{ roles: t('角色') }}
        initial={{ roles: initialRoles(state, given), mode: 'replace', version: state.version }}
        formatters={{ roles: rolesFormatter(names) }}
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

/** Role assignments of a user. */
export const RolesDrawer = (props: RowDrawerProps<Named>) => {
  const state = useFreshRead(userRolesContract.roles, { params: { id: props.row.id } }, props.onClosed)
  return state && <RolesForm {...props} state={state} />
}
