import { channels, type MessageRow, messageStates } from '@atrium/contract/features/messages/messages.contract.ts'

/** What the ways of sending are called. */
export const channelNames: Record<MessageRow['channel'], string> = { sms: '短信', mail: '邮件' }
export const channelOptions = channels.map((channel) => ({ value: channel, label: channelNames[channel] }))

/** What became of a message. */
export const stateNames: Record<MessageRow['state'], string> = {
  queued: '待发送',
  sent: '已发送',
  failed: '失败',
  dropped: '未发送',
}
export const stateOptions = messageStates.map((state) => ({ value: state, label: stateNames[state] }))

const providerNames: Readonly<Record<string, string>> = {
  outbox: '本地发件箱',
  smtp: 'SMTP',
  aliyun: '阿里云',
  tencent: '腾讯云',
}
/** Who sent it; empty as long as nobody has tried. */
export const providerName = (provider: string): string =>
  (Object.hasOwn(providerNames, provider) ? providerNames[provider] : undefined) ?? provider
