import type { MessageRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { stateNames } from './message-words.ts'

const tones = { queued: 'accent', sent: 'good', failed: 'warn', dropped: 'plain' } as const

/** State of a message as a tag. */
export const MessageState = ({ state }: Pick<MessageRow, 'state'>) => <Tag tone={tones[state]}>{stateNames[state]}</Tag>
