import type { Feature } from '../../../kernel/feature.ts'
import { accountContract } from './account.contract.ts'
import { accountErrors } from './account.errors.ts'

export const accountFeature = {
  sort: 60,
  contracts: { account: accountContract },
  errors: { account: accountErrors },
  entities: { profile: 'user', language: 'user', portrait: 'user', ownSession: 'user', otherSessions: 'user' },
} as const satisfies Feature

export const accountWords = {
  sysProfile: '个人中心',
  'profile.updated': '修改个人资料',
  'language.changed': '选择语言',
  'portrait.replaced': '更换头像',
  'ownSession.terminated': '下线设备',
  'otherSessions.terminated': '下线其他设备',
} as const
