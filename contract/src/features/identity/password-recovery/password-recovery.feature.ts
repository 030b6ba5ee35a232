import type { Feature } from '../../../kernel/feature.ts'
import { passwordRecoveryContract } from './password-recovery.contract.ts'
import { passwordRecoveryErrors } from './password-recovery.errors.ts'

export const passwordRecoveryFeature = {
  contracts: { passwordRecovery: passwordRecoveryContract },
  errors: { passwordRecovery: passwordRecoveryErrors },
} as const satisfies Feature

export const passwordRecoveryWords = {
  sysForget: '找回密码',
  'password.recovered': '找回密码',
  'recoveryCode.requested': '获取找回密码验证码',
} as const
