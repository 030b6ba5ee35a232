import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { listViews } from './list-views.service.ts'

export const listViewsFeature: Feature = {
  routes: [
    ...implement(listSettingsContract, { settings: (scope) => listViews.settings(scope) }),
    ...implement(listViewsContract, {
      saveSettings: (scope, { body }) => listViews.saveSettings(scope, body),
      views: (scope, { query }) => listViews.views(scope, query.list),
      saveView: (scope, { body }) => listViews.create(scope, body),
      updateView: (scope, { params, body }) => listViews.update(scope, params.id, body),
      removeView: (scope, { params }) => listViews.remove(scope, params.id),
    }),
  ],
  constraints: { list_views__name: { ...listViewsErrors.nameTaken, field: 'name' } },
}
