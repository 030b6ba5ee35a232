import { type BatchImpact, type UserRow, usersContract } from '@atrium/contract/features/users/users.contract.ts'
import * as z from 'zod/mini'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import type { BatchDrawerProps } from '../../kernel/listing/batch-action.ts'
import { affected } from './affected-reads.ts'
import { BatchImpactCard } from './impact-card.tsx'
import { useImpact } from './use-impact.ts'
import { inBin, nameIn, peopleText } from './user-words.ts'
import './users.css'

const nothingAsked = z.object({})

/** Deletes several people at once; what ends with them is shown first. */
export const BatchRemoveForm = ({ rows, onDone, onClosed }: BatchDrawerProps<UserRow>) => {
  const [impact, confirms] = useImpact<BatchImpact>()
  const write = useWrite(usersContract.batch, { confirms, invalidates: affected, onDone, silentSuccess: true })
  return (
    <DrawerForm
      title={`删除${peopleText(rows)}？`}
      danger="删除"
      schema={nothingAsked}
      labels={{}}
      initial={{}}
      busy={write.isPending}
      error={write.error}
      onSubmit={() => write.mutateAsync({ body: { action: 'delete', ids: rows.map(({ id }) => id) } })}
      onClosed={onClosed}
    >
      <p className="user-note">他们{inBin}</p>
      <BatchImpactCard impact={impact} verb="删除" nameOf={nameIn(rows)} />
    </DrawerForm>
  )
}
