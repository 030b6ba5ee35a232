import type { Feature } from '../../../kernel/feature.ts'
import { claimsPreviewContract } from './claims-preview.contract.ts'
import { oidcContract } from './oidc.contract.ts'
import { oidcErrors } from './oidc.errors.ts'

export const oidcFeature = {
  sort: 386,
  contracts: { oidc: oidcContract, claimsPreview: claimsPreviewContract },
  errors: { oidc: oidcErrors },
  entities: { oidcConsent: 'openApp' },
} as const satisfies Feature

export const oidcWords = {
  oidc: '单点登录',
  'oidcConsent.decided': '授权应用登录',
  'oidcConsent.revoked': '取消应用授权',
} as const
