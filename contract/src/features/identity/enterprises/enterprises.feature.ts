import type { Feature } from '../../../kernel/feature.ts'
import { enterpriseMembersContract } from './enterprise-members.contract.ts'
import { enterprisesContract } from './enterprises.contract.ts'
import { enterprisesErrors } from './enterprises.errors.ts'
import { recognitionContract } from './recognition.contract.ts'

export const enterprisesFeature = {
  sort: 94,
  contracts: {
    enterprises: enterprisesContract,
    enterpriseMembers: enterpriseMembersContract,
    recognition: recognitionContract,
  },
  errors: { enterprises: enterprisesErrors },
  menus: [
    {
      code: 'sys.enterprises',
      parent: 'people',
      sort: 58,
      name: '公司认证',
      icon: 'briefcase',
      path: 'sys/portal/enterprises',
      component: 'sys/enterprises',
      needs: 'frontUsers:review',
    },
  ],
  entities: {
    enterpriseLicence: 'enterprise',
    recognition: 'enterprise',
    portalMembership: 'user',
    portalMembershipInvitation: 'membershipInvitation',
    portalInvitation: 'invitation',
    portalUser: 'user',
  },
} as const satisfies Feature

export const enterprisesWords = {
  frontEnts: '门户公司',
  'enterprise.updated': '修改公司资料（门户）',
  'enterpriseLicence.replaced': '上传营业执照',
  'recognition.requested': '申请公司认证',
  'recognition.cancelled': '撤回公司认证申请',
  'recognition.approved': '通过公司认证',
  'recognition.rejected': '驳回公司认证',
  'recognition.revoked': '取消公司认证',
  'portalMembership.entered': '切换公司（门户）',
  'portalMembership.accepted': '接受邀请加入公司（门户）',
  'portalMembership.ended': '退出公司（门户）',
  'portalMembershipInvitation.created': '邀请成员（门户）',
  'portalMembershipInvitation.removed': '撤回成员邀请（门户）',
  'portalMembershipInvitation.declined': '婉拒加入公司（门户）',
  'portalInvitation.created': '新增邀请码（门户）',
  'portalInvitation.removed': '作废邀请码（门户）',
  'portalUser.rolesChanged': '分配成员角色（门户）',
} as const
