import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import * as z from 'zod/mini'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { wordsOf } from './impact-card.tsx'
import { useBatch } from './use-batch.tsx'
import { peopleText, removalNote } from './user-words.ts'
import './users.css'

const emptySchema = z.object({})

/** Deletes several users; the impact is shown first. */
export const BatchRemoveForm = ({ onClosed, ...batch }: BatchDrawerProps<UserRow>) => {
  const { send, consequences, ...form } = useBatch(wordsOf('删除'), batch)
  return (
    <DrawerForm
      title={`删除${peopleText(batch.rows)}？`}
      danger="删除"
      schema={emptySchema}
      labels={{}}
      initial={{}}
      {...form}
      onSubmit={() => send({ action: 'delete' })}
      onClosed={onClosed}
    >
      <p className="user-note">所选用户{removalNote}</p>
      {consequences}
    </DrawerForm>
  )
}
