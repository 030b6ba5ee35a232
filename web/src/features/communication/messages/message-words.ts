import {
  channels,
  type MessageRow,
  messageStates,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'

/** Labels of channels. */
export const channelNames: Record<MessageRow['channel'], string> = { sms: '短信', mail: '邮件' }
export const channelOptions = channels.map((channel) => ({ value: channel, label: channelNames[channel] }))

/** Labels of message states. */
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
/** Label of the provider; empty before the first attempt. */
export const providerName = (provider: string): string =>
  (Object.hasOwn(providerNames, provider) ? providerNames[provider] : undefined) ?? provider
