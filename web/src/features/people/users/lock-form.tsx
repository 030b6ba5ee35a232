import {
  type UserImpact,
  userLock,
  userStatusContract,
} from '@atrium/contract/features/people/users/user-status.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { Suggestions } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { affected } from './affected-reads.ts'
import { ImpactCard } from './impact-card.tsx'
import { useImpact } from './use-impact.ts'
import { peopleText } from './user-words.ts'

type Values = z.output<typeof userLock>
type LockDrawerProps = {
  people: readonly UserRow[]
  /** Impact on dependents, once it is known. */
  consequences: ReactNode
  busy: boolean
  error: unknown
  onSubmit: (values: Values) => Promise<unknown>
  onClosed: () => void
}

/** Reason and end of a lock. */
export const LockFields = () => (
  <>
    <TextAreaField<Values> name="reason" maxLength={200} help={<Suggestions group="lockReason" field="reason" />} />
    <DateTimeField<Values> name="until" placeholder={t('直到解锁')} help={t('到期自动解锁；不填则一直锁定')} />
  </>
)

const LockDrawer = ({ people, consequences, ...form }: LockDrawerProps) => (
  <DrawerForm
    title={t('锁定{people}', { people: peopleText(people) })}
    act={t('锁定')}
    danger
    schema={userLock}
    labels={{ reason: t('原因'), until: t('锁定至') }}
    initial={{ reason: '', until: null }}
    {...form}
  >
    <Note space="form">{t('{people}将立即退出登录，锁定期间不能登录。', { people: peopleText(people) })}</Note>
    {consequences}
    <LockFields />
  </DrawerForm>
)

/** Locks a user with a reason and an optional end. */
export const LockForm = ({ row, onSaved, onClosed }: RowDrawerProps<UserRow>) => {
  const [impact, confirms] = useImpact<UserImpact>()
  const write = useWrite(userStatusContract.lock, { confirms, invalidates: affected, onDone: () => onSaved(row.id) })
  return (
    <LockDrawer
      people={[row]}
      consequences={<ImpactCard impact={impact} verb="lock" />}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    />
  )
}
