import type { Feature } from '../../../kernel/feature.ts'
import { preferencesContract } from './preferences.contract.ts'

export const preferencesFeature = {
  sort: 75,
  contracts: { preferences: preferencesContract },
} as const satisfies Feature
