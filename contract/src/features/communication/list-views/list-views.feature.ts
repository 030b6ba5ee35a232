import type { Feature } from '../../../kernel/feature.ts'
import { listSettingsContract } from './list-settings.contract.ts'
import { listViewsContract } from './list-views.contract.ts'
import { listViewsErrors } from './list-views.errors.ts'

export const listViewsFeature = {
  contracts: { listSettings: listSettingsContract, listViews: listViewsContract },
  errors: { listViews: listViewsErrors },
} as const satisfies Feature
