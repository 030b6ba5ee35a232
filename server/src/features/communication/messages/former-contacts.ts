import { t } from '@atrium/contract/kernel/texts.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'
import type { FormerContact, NotifyFormerContacts } from '../../people/users/index.ts'
import type { MessagesService } from './messages.service.ts'

const kinds = {
  phone: { title: '手机号', channel: 'sms', mask: maskedPhone },
  mail: { title: '邮箱', channel: 'mail', mask: maskedMail },
} as const

/** Tells former phones and mail addresses of accounts what has become of them, no matter who changed them. */
export const createFormerContacts =
  ({ enqueueAll }: Pick<MessagesService, 'enqueueAll'>): NotifyFormerContacts =>
  (db, companyId, contacts) => {
    const time = wallClock(platformZone)
    const toMessage = ({ kind, former, to }: FormerContact) => {
      const { title, channel, mask } = kinds[kind]
      const recipient = kind === 'phone' ? { phone: former } : { mail: former }
      const target = to === '' ? t('（未填写）') : mask(to)
      const values = { kind: title, target, time }
      return { companyId, channel, template: 'contactChanged' as const, to: recipient, values }
    }
    return enqueueAll(db, contacts.map(toMessage))
  }
