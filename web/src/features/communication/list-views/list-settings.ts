import { listSettingsContract } from '@atrium/contract/features/communication/list-views/list-settings.contract.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'

/** Read together with the session, so that lists neither wait for it nor jump. */
export const listSettingsQuery = readQuery(
  listSettingsContract.settings,
  {},
  { staleTime: Number.POSITIVE_INFINITY, toasts: false },
)
