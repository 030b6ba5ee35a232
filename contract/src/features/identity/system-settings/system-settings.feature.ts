import type { Feature } from '../../../kernel/feature.ts'
import { systemSettingsContract } from './system-settings.contract.ts'

export const systemSettingsFeature = {
  contracts: { systemSettings: systemSettingsContract },
} as const satisfies Feature
