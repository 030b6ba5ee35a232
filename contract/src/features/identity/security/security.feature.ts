import type { Feature } from '../../../kernel/feature.ts'
import { securityContract } from './security.contract.ts'
import { securityErrors } from './security.errors.ts'

export const securityFeature = {
  contracts: { security: securityContract },
  errors: { security: securityErrors },
  entities: {
    password: 'user',
    contact: 'user',
    securityItem: 'user',
    recoveryCodes: 'user',
    passkey: 'user',
    trustedDevice: 'user',
  },
} as const satisfies Feature

export const securityWords = {
  sysSecurity: '安全设置',
  'password.changed': '修改密码',
  'bindCode.requested': '获取绑定验证码',
  'contact.bound': '绑定手机或邮箱',
  'securityItem.switched': '调整安全设置',
  'session.proved': '验证身份',
  'proofCode.requested': '获取身份验证码',
  'recoveryCodes.replaced': '重新生成恢复码',
  'passkey.renamed': '重命名通行密钥',
  'passkey.removed': '删除通行密钥',
  'trustedDevice.removed': '取消信任浏览器',
} as const
