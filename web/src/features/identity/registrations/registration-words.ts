import {
  type RegistrationRow,
  registrationKinds,
  registrationStates,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'

export const kindNames: Record<RegistrationRow['kind'], string> = { person: '个人', ent: '企业' }
export const kindOptions = registrationKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

export const stateNames: Record<RegistrationRow['state'], string> = {
  review: '待审核',
  approved: '已通过',
  rejected: '已驳回',
}
export const stateOptions = registrationStates.map((state) => ({ value: state, label: stateNames[state] }))
