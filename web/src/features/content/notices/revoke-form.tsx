import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { authorsReads } from './notice-reads.ts'
import './notices.css'

const { revoke } = noticesContract

/** Withdraws a notice with a reason. */
export const RevokeForm = ({ row: { id, title }, onSaved, onClosed }: RowDrawerProps<NoticeRow>) => {
  return (
    <WriteForm
      title={t('撤回：{title}', { title })}
      act={t('撤回')}
      danger
      endpoint={revoke}
      params={{ id }}
      labels={{ reason: t('撤回原因') }}
      initial={{ reason: '' }}
      invalidates={authorsReads}
      onDone={() => onSaved(id)}
      onClosed={onClosed}
    >
      <p className="notice-note">{t('撤回后立即不再显示，可修改后重新发布。已发送的短信和邮件无法撤回。')}</p>
      <TextAreaField<InputOf<typeof revoke>['body']> name="reason" maxLength={200} />
    </WriteForm>
  )
}
