import { accountContract } from './features/account/account.contract.ts'
import { baseParametersContract } from './features/base-parameters/base-parameters.contract.ts'
import { sessionContract } from './features/session/session.contract.ts'
import { signInContract } from './features/sign-in/sign-in.contract.ts'
import { systemSettingsContract } from './features/system-settings/system-settings.contract.ts'
import type { PermissionOf } from './kernel/endpoint.ts'

/** The whole catalogue: every call the product answers, one line a feature. */
export const contracts = {
  systemSettings: systemSettingsContract,
  signIn: signInContract,
  session: sessionContract,
  account: accountContract,
  baseParameters: baseParametersContract,
} as const

/** Every right there is to give, for example `'sysBases:edit'`. */
export type Permission = {
  [K in keyof typeof contracts]: PermissionOf<(typeof contracts)[K]>
}[keyof typeof contracts]
