import {
  type PortalUserRow,
  portalUsersContract,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import type * as z from 'zod/mini'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { Suggestions } from '../../system/dictionaries/public/dictionary-controls.tsx'

const { pages, lock } = portalUsersContract
type Values = z.output<typeof lock.body>

/** Locks a portal user with a reason and an optional end. */
export const PortalUserLockForm = ({ row, onSaved, onClosed }: RowDrawerProps<PortalUserRow>) => {
  return (
    <WriteForm
      title={t('锁定用户：{row}', { row: userName(row) })}
      act={t('锁定')}
      danger
      endpoint={lock}
      params={{ id: row.id }}
      labels={{ reason: t('原因'), until: t('锁定至') }}
      initial={{ reason: '', until: null }}
      invalidates={[pages]}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <Note>{t('{row}将立即退出登录，锁定期间不能登录。', { row: userName(row) })}</Note>
      <TextAreaField<Values> name="reason" maxLength={200} help={<Suggestions group="lockReason" field="reason" />} />
      <DateTimeField<Values> name="until" placeholder={t('直到解锁')} help={t('到期自动解锁；不填则一直锁定')} />
    </WriteForm>
  )
}
