import type { Feature } from '../../../kernel/feature.ts'
import { expiriesContract } from './expiries.contract.ts'
import { workbenchContract } from './workbench.contract.ts'

export const workbenchFeature = {
  sort: 320,
  contracts: { workbench: workbenchContract, expiries: expiriesContract },
} as const satisfies Feature
