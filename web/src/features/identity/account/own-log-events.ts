import { eventName } from '@atrium/contract/event-words.ts'
import { t } from '../../../ui/texts.ts'

/** Events offered as a filter of the own log. */
export const eventOptions = [
  'session.started',
  'session.ended',
  'password.changed',
  'password.recovered',
  'contact.bound',
  'securityItem.switched',
  'recoveryCodes.replaced',
  'passkey.removed',
  'trustedDevice.removed',
  'ownSession.terminated',
  'otherSessions.terminated',
  'profile.updated',
  'portrait.replaced',
].map((event) => ({ value: event, label: t(eventName(event)) }))
