import type { Feature } from '../../../kernel/feature.ts'
import { sessionContract } from './session.contract.ts'

export const sessionFeature = {
  contracts: { session: sessionContract },
  entities: { session: 'user' },
} as const satisfies Feature

export const sessionWords = {
  sysConsole: '会话',
  'session.ended': '退出登录',
} as const
