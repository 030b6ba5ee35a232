import {
  type RegistrationRow,
  registrationKinds,
  registrationStates,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Record<RegistrationRow['kind'], string> = { person: t('个人'), ent: t('企业') }
export const kindOptions = registrationKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

export const stateNames: Record<RegistrationRow['state'], string> = {
  review: t('待审核'),
  approved: t('已通过'),
  rejected: t('已驳回'),
}
export const stateOptions = registrationStates.map((state) => ({ value: state, label: stateNames[state] }))
