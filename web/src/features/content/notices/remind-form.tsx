import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { ChannelsField } from './channels-field.tsx'
import './notices.css'

const { remind, receiptSums } = receiptsContract

/** Reminds the people who have not read or confirmed a notice. */
export const RemindForm = ({ notice: { id, title, ack }, onClosed }: { notice: NoticeRow; onClosed: () => void }) => {
  return (
    <WriteForm
      title={`提醒：${title}`}
      act="提醒"
      endpoint={remind}
      params={{ id }}
      labels={{ channels: '提醒方式' }}
      initial={{ channels: [] }}
      invalidates={[receiptSums]}
      onClosed={onClosed}
    >
      <p className="notice-note">{`仅提醒${ack ? '未确认' : '未读'}的人员，一小时内只能提醒一次。`}</p>
      <ChannelsField />
    </WriteForm>
  )
}
