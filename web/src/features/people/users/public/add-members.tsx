import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import { requestTo } from '../../../../kernel/api/request-to.ts'
import { useWrite } from '../../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../../kernel/forms/drawer-form.tsx'
import { t } from '../../../../ui/texts.ts'
import type { Find } from '../../../../ui/use-found-options.ts'
import { usePeopleImpact } from '../../../access/authorization/public/use-people-impact.ts'
import { PeopleField, people } from '../people-field.tsx'

const schema = z.object({ people })
type AddMembersProps = {
  /** The parent the users are added to. */
  to: { id: string; name: string }
  find: Find
  /** Takes the ids of added users, and replies with the impact first. */
  endpoint: Endpoint
  invalidates: readonly Endpoint[]
  onClosed: () => void
}

/** Form to add several users at once. */
export const AddMembers = ({ to: { id, name }, find, endpoint, invalidates, onClosed }: AddMembersProps) => {
  const title = t('添加成员：{name}', { name })
  const [card, confirms, isRead] = usePeopleImpact(title, t('确认添加'))
  const write = useWrite(endpoint, { confirms, invalidates })
  return (
    <>
      <DrawerForm
        title={title}
        act={t('添加成员')}
        schema={schema}
        labels={{ people: t('用户') }}
        initial={{ people: [] }}
        busy={write.isPending && !isRead}
        error={write.error}
        onSubmit={({ people: chosen }) =>
          write.mutateAsync(requestTo({ params: { id }, body: { add: chosen.map((person) => person.id) } }))
        }
        onClosed={onClosed}
      >
        <PeopleField find={find} />
      </DrawerForm>
      {card}
    </>
  )
}
