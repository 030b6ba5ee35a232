import type { Feature } from '../../../kernel/feature.ts'
import { portalSignInContract } from './portal-sign-in.contract.ts'

export const portalSignInFeature = {
  sort: 90,
  contracts: { portalSignIn: portalSignInContract },
} as const satisfies Feature

export const portalSignInWords = {
  frontSignIn: '门户',
  'recoveryTicket.issued': '找回密码验证',
  'portalCode.requested': '获取门户验证码',
  'portalSignIn.verified': '门户登录验证',
  'portalSession.started': '登录门户',
  'portalSession.ended': '退出门户',
  'portalPassword.changed': '修改密码（门户）',
  'portalPassword.recovered': '找回密码（门户）',
  'portalProfile.updated': '修改个人资料（门户）',
  'portalLanguage.changed': '选择语言（门户）',
  'portalPortrait.replaced': '更换头像（门户）',
  'portalBindCode.requested': '获取绑定验证码（门户）',
  'portalContact.bound': '绑定手机或邮箱（门户）',
} as const
