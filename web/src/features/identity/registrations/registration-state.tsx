import type { RegistrationRow } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { stateNames } from './registration-words.ts'

const tones = { review: 'accent', approved: 'good', rejected: 'plain' } as const

export const RegistrationState = ({ state }: Pick<RegistrationRow, 'state'>) => (
  <Tag tone={tones[state]}>{stateNames[state]}</Tag>
)
