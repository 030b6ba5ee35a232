import type { Feature } from '../../../kernel/feature.ts'
import { workbenchContract } from './workbench.contract.ts'

export const workbenchFeature = {
  sort: 320,
  contracts: { workbench: workbenchContract },
} as const satisfies Feature
