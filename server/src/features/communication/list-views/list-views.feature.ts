import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { listViewsErrors } from '@atrium/contract/features/communication/list-views/list-views.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createListViews } from './list-views.service.ts'
import { createViewNotices, type ViewNoticePorts } from './view-notices.ts'

/** How users arrange their lists. */
export const createListViewsFeature = (ports: ViewNoticePorts) => {
  const listViews = createListViews(ports.catalogue)
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
    jobs: [createViewNotices(ports)],
    constraints: { list_views__name: { ...listViewsErrors.nameTaken, field: 'name' } },
  }
}
