import {
  channels,
  type MessageRow,
  messageStates,
} from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { t } from '../../../ui/texts.ts'

/** Labels of channels. */
export const channelNames: Record<MessageRow['channel'], string> = { sms: t('短信'), mail: t('邮件') }
export const channelOptions = channels.map((channel) => ({ value: channel, label: channelNames[channel] }))

/** Labels of message states. */
export const stateNames: Record<MessageRow['state'], string> = {
  queued: t('待发送'),
  sent: t('已发送'),
  failed: t('失败'),
  dropped: t('未发送'),
}
export const stateOptions = messageStates.map((state) => ({ value: state, label: stateNames[state] }))

const providerNames: Readonly<Record<string, string>> = {
  outbox: t('本地发件箱'),
  smtp: 'SMTP',
  aliyun: t('阿里云'),
  tencent: t('腾讯云'),
}
/** Label of the provider; empty before the first attempt. */
export const providerName = (provider: string): string =>
  (Object.hasOwn(providerNames, provider) ? providerNames[provider] : undefined) ?? provider
