import type { Feature } from '../../../kernel/feature.ts'
import { invitationsContract, registrationsContract } from './registrations.contract.ts'
import { registrationsErrors } from './registrations.errors.ts'

export const registrationsFeature = {
  sort: 40,
  contracts: { registrations: registrationsContract, invitations: invitationsContract },
  errors: { registrations: registrationsErrors },
  menus: [
    {
      code: 'sys.registrations',
      parent: 'people',
      sort: 50,
      name: '注册审核',
      icon: 'badge-check',
      path: 'sys/identity/registrations',
      component: 'sys/registrations',
      needs: 'sysRegistrations:list',
    },
    {
      code: 'sys.invitations',
      parent: 'people',
      sort: 60,
      name: '邀请码',
      icon: 'link-2',
      path: 'sys/identity/invitations',
      component: 'sys/invitations',
      needs: 'sysInvitations:list',
    },
  ],
} as const satisfies Feature

export const registrationsWords = {
  sysRegistrations: '注册审核',
  sysInvitations: '邀请码',
  'registration.submitted': '注册',
  'invitation.created': '新增邀请码',
  'invitation.removed': '作废邀请码',
  'registration.approved': '通过注册申请',
  'registration.rejected': '驳回注册申请',
} as const
