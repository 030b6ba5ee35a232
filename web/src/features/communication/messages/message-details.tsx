import type { MessageRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { MessageState } from './message-state.tsx'
import { channelNames, providerName } from './message-words.ts'

/** All details of one message. */
export const MessageDetails = ({ row, onClosed }: RowDrawerProps<MessageRow>) => (
  <RowDetails
    title={t('发送记录详情')}
    facts={{
      创建时间: <Time at={row.createTime} />,
      方式: channelNames[row.channel],
      模板: row.templateName,
      接收地址: row.target,
      状态: <MessageState {...row} />,
      发送时间: row.sentTime && <Time at={row.sentTime} />,
      发送服务: providerName(row.provider),
      尝试次数: String(row.tries),
      [t('回执', { context: 'message' })]: row.receipt && <code>{row.receipt}</code>,
      问题: row.problem,
    }}
    onClosed={onClosed}
  />
)
