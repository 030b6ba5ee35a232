import type { SecretState } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'

export const secretNames: Readonly<Record<SecretState, string>> = {
  live: '使用中',
  rotating: '轮换中，仍有效',
  revoked: '已停用',
  expired: '已到期',
}
export const secretTones: Readonly<Record<SecretState, 'plain' | 'good' | 'warn'>> = {
  live: 'good',
  rotating: 'warn',
  revoked: 'plain',
  expired: 'plain',
}
