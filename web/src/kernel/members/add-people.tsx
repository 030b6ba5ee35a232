import * as z from 'zod/mini'
import type { Find } from '../../ui/use-found-options.ts'
import { DrawerForm } from '../forms/drawer-form.tsx'
import { PeopleField, people } from '../forms/people-field.tsx'

const schema = z.object({ people })
type AddPeopleProps = {
  /** What they are added to. */
  to: string
  find: Find
  write: { isPending: boolean; error: Error | null }
  onAdd: (ids: string[]) => Promise<unknown>
  onClosed: () => void
}

/** Lets several people be chosen and added at once. */
export const AddPeople = ({ to, find, write, onAdd, onClosed }: AddPeopleProps) => (
  <DrawerForm
    title={`添加成员：${to}`}
    schema={schema}
    labels={{ people: '用户' }}
    initial={{ people: [] }}
    busy={write.isPending}
    error={write.error}
    onSubmit={({ people: chosen }) => onAdd(chosen.map(({ id }) => id))}
    onClosed={onClosed}
  >
    <PeopleField find={find} />
  </DrawerForm>
)
