import { type UserImpact, userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { ImpactCard } from './impact-card.tsx'
import { useImpact } from './use-impact.ts'
import { peopleText } from './user-words.ts'

const emptySchema = z.object({})
type DisableDrawerProps = {
  people: readonly UserRow[]
  /** Impact on dependents, once it is known. */
  consequences: ReactNode
  busy: boolean
  error: unknown
  onSubmit: () => Promise<unknown>
  onClosed: () => void
}

const DisableDrawer = ({ people, consequences, ...form }: DisableDrawerProps) => (
  <DrawerForm
    title={t('停用{people}？', { people: peopleText(people) })}
    act={t('停用', { context: 'verb' })}
    danger
    schema={emptySchema}
    labels={{}}
    initial={{}}
    {...form}
  >
    <Note space="form">{t('{people}将立即退出登录，重新启用前不能登录。', { people: peopleText(people) })}</Note>
    {consequences}
  </DrawerForm>
)

/** Disables a user until enabled. */
export const DisableForm = ({ row, onSaved, onClosed }: RowDrawerProps<UserRow>) => {
  const [impact, confirms] = useImpact<UserImpact>()
  const write = useWrite(userStatusContract.disable, { confirms, invalidates: affected, onDone: () => onSaved(row.id) })
  return (
    <DisableDrawer
      people={[row]}
      consequences={<ImpactCard impact={impact} verb="disable" />}
      busy={write.isPending}
      error={write.error}
      onSubmit={() => write.mutateAsync({ params: { id: row.id } })}
      onClosed={onClosed}
    />
  )
}
