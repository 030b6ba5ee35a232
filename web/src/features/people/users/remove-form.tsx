import {
  type UserImpact,
  type userRemoval,
  userStatusContract,
} from '@atrium/contract/features/people/users/user-status.contract.ts'
import { type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import { SearchSelectField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { affected } from './affected-reads.ts'
import { ImpactCard } from './impact-card.tsx'
import { findSuccessors } from './public/find-people.ts'
import { useImpact } from './use-impact.ts'
import { removalNote } from './user-words.ts'
import './users.css'

const { remove } = userStatusContract
type Values = z.output<typeof userRemoval>

/** Deletes a user; the impact is shown first, and open items can be handed over. */
export const RemoveForm = ({ row, onSaved, onClosed }: RowDrawerProps<UserRow>) => {
  const [impact, confirms] = useImpact<UserImpact>()
  const mayChoose = useCan(usersContract.options)
  return (
    <WriteForm
      title={t('删除“{row}”？', { row: userName(row) })}
      act={t('删除')}
      danger
      endpoint={remove}
      params={{ id: row.id }}
      labels={{ handoverTo: t('移交给') }}
      initial={{}}
      confirms={confirms}
      invalidates={affected}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <Note space="form">
        {row.name}
        {removalNote}
      </Note>
      <ImpactCard impact={impact} verb="remove" />
      {mayChoose && impact !== undefined && impact.invitations > 0 && (
        <SearchSelectField<Values>
          name="handoverTo"
          find={findSuccessors(row)}
          placeholder={t('不移交')}
          help={t('移交后，邀请码归接手人所有；不移交则保持不变')}
        />
      )}
    </WriteForm>
  )
}
