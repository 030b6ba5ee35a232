import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { PeopleField, people } from '../../kernel/forms/people-field.tsx'
import { affected } from './affected-reads.ts'
import { findUsers } from './find-users.ts'

const schema = z.object({ people })

/** Lets several people belong to an organisation. */
export const AddPeople = ({ organization, onClosed }: { organization: OrganizationDetail; onClosed: () => void }) => {
  const write = useWrite(organizationsContract.changeMembers, { invalidates: affected })
  return (
    <DrawerForm
      title={`添加成员：${organization.name}`}
      schema={schema}
      labels={{ people: '用户' }}
      initial={{ people: [] }}
      busy={write.isPending}
      error={write.error}
      onSubmit={({ people: chosen }) =>
        write.mutateAsync({ params: { id: organization.id }, body: { add: chosen.map(({ id }) => id) } })
      }
      onClosed={onClosed}
    >
      <PeopleField find={findUsers} />
    </DrawerForm>
  )
}
