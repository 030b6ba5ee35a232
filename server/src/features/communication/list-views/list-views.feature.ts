import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createListViews } from './list-views.service.ts'

/** How users arrange their lists. */
export const createListViewsFeature = ({ catalogue }: Pick<BasePorts, 'catalogue'>) => {
  const listViews = createListViews(catalogue)
  return {
    routes: [
      ...implement(listSettingsContract, {
        settings: listViews.settings,
      }),
      ...implement(listViewsContract, {
        saveSettings: listViews.saveSettings,
        views: (scope, query) => listViews.views(scope, query.list),
        saveView: listViews.create,
        updateView: listViews.update,
        removeView: listViews.remove,
      }),
    ],
    constraints: { list_views__name: { ...listViewsErrors.nameTaken, field: 'name' } },
  }
}
