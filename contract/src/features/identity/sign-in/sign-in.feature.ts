import type { Feature } from '../../../kernel/feature.ts'
import { signInContract } from './sign-in.contract.ts'
import { signInErrors } from './sign-in.errors.ts'

export const signInFeature = {
  contracts: { signIn: signInContract },
  errors: { signIn: signInErrors },
  entities: { signIn: 'user' },
} as const satisfies Feature

export const signInWords = {
  sysLogin: '登录',
  'session.started': '登录',
  'signIn.verified': '登录验证',
  'signInCode.requested': '获取登录验证码',
} as const
