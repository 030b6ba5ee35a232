import type { Feature } from '../../../kernel/feature.ts'
import { claimsPreviewContract } from './claims-preview.contract.ts'
import { oidcContract } from './oidc.contract.ts'
import { oidcErrors } from './oidc.errors.ts'
import { signingKeysContract } from './signing-keys.contract.ts'

export const oidcFeature = {
  sort: 386,
  contracts: { oidc: oidcContract, claimsPreview: claimsPreviewContract, signingKeys: signingKeysContract },
  errors: { oidc: oidcErrors },
  entities: { oidcConsent: 'openApp', oidcKey: 'openApi' },
} as const satisfies Feature

export const oidcWords = {
  oidc: 'OIDC 单点登录',
  'oidcConsent.decided': '授权应用登录',
  'oidcKey.rotated': '轮换 OIDC 签名密钥',
  'oidcConsent.revoked': '取消应用授权',
} as const
