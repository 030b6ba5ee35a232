import { type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { PeopleField, people } from '../../kernel/forms/people-field.tsx'
import { affected } from './affected-reads.ts'
import { findUsers } from './find-users.ts'

const schema = z.object({ people })

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
      <PeopleField find={findUsers} />
    </DrawerForm>
  )
}
