import type { Feature } from '../../../kernel/feature.ts'
import { identityProvidersContract } from './identity-providers.contract.ts'
import { identityProvidersErrors } from './identity-providers.errors.ts'
import { identityLinksContract, outsideSignInContract } from './outside-sign-in.contract.ts'

export const identityProvidersFeature = {
  sort: 36,
  contracts: {
    identityProviders: identityProvidersContract,
    outsideSignIn: outsideSignInContract,
    identityLinks: identityLinksContract,
  },
  errors: { identityProviders: identityProvidersErrors },
  entities: { identityLink: 'user', outsideSignIn: 'user' },
  menus: [
    {
      code: 'sys.identityProviders',
      parent: 'security',
      sort: 45,
      name: '身份源',
      icon: 'fingerprint',
      path: 'sys/identity/providers',
      component: 'sys/identity-providers',
      needs: 'sysIdentityProviders:list',
    },
  ],
} as const satisfies Feature

export const identityProvidersWords = {
  sysIdentityProviders: '身份源',
  sysOutsideSignIn: '外部账号登录',
  sysIdentityLinks: '外部账号',
  'identityProvider.created': '新增身份源',
  'identityProvider.updated': '修改身份源',
  'identityProvider.removed': '删除身份源',
  'identityProvider.tested': '测试身份源连接',
  'outsideSignIn.verified': '验证外部账号',
  'outsideSignIn.proved': '验证待关联的账号',
  'identityLink.created': '关联外部账号',
  'identityLink.removed': '解除外部账号关联',
} as const
