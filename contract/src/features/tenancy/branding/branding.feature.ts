import type { Feature } from '../../../kernel/feature.ts'
import { brandingContract } from './branding.contract.ts'
import { domainsContract } from './domains.contract.ts'

export const brandingFeature = {
  sort: 220,
  contracts: { branding: brandingContract, domains: domainsContract },
  entities: { branding: 'company', logo: 'company', domain: 'company' },
} as const satisfies Feature

export const brandingWords = {
  'branding.updated': '设置公司品牌',
  'logo.replaced': '更换公司标志',
  'logo.removed': '移除公司标志',
  'domain.added': '添加域名',
  'domain.verified': '验证域名',
  'domain.removed': '移除域名',
} as const
