import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { later } from '../../../kernel/texts/later-text.ts'
import { platformZone, wallClock } from '../../../kernel/wall-clock.ts'
import type { FormerContact, NotifyFormerContacts } from '../../people/users/index.ts'
import type { MessagesService } from './messages.service.ts'

const kinds = {
  phone: { title: later('手机号', { context: 'inSentence' }), channel: 'sms', mask: maskedPhone },
  mail: { title: later('邮箱', { context: 'inSentence' }), channel: 'mail', mask: maskedMail },
} as const

/** Tells former phones and mail addresses of accounts what has become of them, no matter who changed them. */
export const createFormerContacts =
  ({ enqueueAll }: Pick<MessagesService, 'enqueueAll'>): NotifyFormerContacts =>
  (db, companyId, contacts) => {
    const time = wallClock(platformZone)
    const toMessage = ({ kind, userId, former, to }: FormerContact) => {
      const { title, channel, mask } = kinds[kind]
      const recipient = kind === 'phone' ? { phone: former } : { mail: former }
      const target = to === '' ? later('（未填写）') : mask(to)
      const values = { kind: title, target, time }
      return {
        companyId,
        channel,
        template: 'contactChanged' as const,
        to: recipient,
        values,
        reader: { companyId, userId },
      }
    }
    return enqueueAll(db, contacts.map(toMessage))
  }
