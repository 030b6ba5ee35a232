import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { ChannelsField } from './channels-field.tsx'
import './notices.css'

const { remind, receiptSums } = receiptsContract

/** Reminds the people who have not read or confirmed a notice. */
export const RemindForm = ({ notice: { id, title, ack }, onClosed }: { notice: NoticeRow; onClosed: () => void }) => {
  return (
    <WriteForm
      title={t('提醒：{title}', { title })}
      act={t('提醒')}
      endpoint={remind}
      params={{ id }}
      labels={{ channels: t('提醒方式') }}
      initial={{ channels: [] }}
      invalidates={[receiptSums]}
      onClosed={onClosed}
    >
      <p className="notice-note">
        {ack ? t('仅提醒未确认的人员，一小时内只能提醒一次。') : t('仅提醒未读的人员，一小时内只能提醒一次。')}
      </p>
      <ChannelsField />
    </WriteForm>
  )
}
