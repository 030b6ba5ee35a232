import { preferencesContract } from '@atrium/contract/features/communication/preferences/preferences.contract.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { preferences } from './preferences.service.ts'

export const preferencesFeature: Feature = {
  routes: implement(preferencesContract, preferences),
}
