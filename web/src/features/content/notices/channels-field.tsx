import type { NoticeReach } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { Field } from '../../../kernel/forms/fields.tsx'
import type { Control } from '../../../ui/control.ts'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { t } from '../../../ui/texts.ts'
import { type channelNames, channelOptions } from './notice-words.ts'

type Channel = keyof typeof channelNames

/** How many of the people have the address that a channel needs. */
const countText = (reach: NoticeReach | undefined, channel: Channel) => {
  if (!reach) return ''
  const count = channel === 'sms' ? reach.phones : reach.mails
  const without = reach.people - count
  if (without <= 0) return t('{count} 人', { count })
  return channel === 'sms'
    ? t('{count} 人，{without} 人未绑定手机号', { count, without })
    : t('{count} 人，{without} 人未绑定邮箱', { count, without })
}

const Channels = ({ reach, value = [], onChange }: Control<Channel[]> & { reach: NoticeReach | undefined }) => (
  <ul className="notice-channels">
    {channelOptions.map(({ value: channel, label }) => (
      <li key={channel}>
        <PlainCheckbox
          checked={value.includes(channel)}
          onChange={(on) => onChange?.(on ? [...value, channel] : value.filter((each) => each !== channel))}
        >
          {label}
        </PlainCheckbox>
        <span>{countText(reach, channel)}</span>
      </li>
    ))}
  </ul>
)

/** Form field `channels`: messages besides the bell, with the people that each of them reaches. */
export const ChannelsField = ({ reach }: { reach?: NoticeReach | undefined }) => (
  <Field<{ channels: Channel[] }>
    name="channels"
    help={t('站内通知始终发送；短信和邮件按套餐限额发送，仅含标题和摘要')}
  >
    <Channels reach={reach} />
  </Field>
)
