import { listSettingsContract } from '@atrium/contract/features/list-views/list-settings.contract.ts'
import { readQuery } from '../../kernel/api/use-endpoint.ts'

/** Read with the session, so that no list waits for it or jumps when it comes. */
export const listSettingsQuery = readQuery(
  listSettingsContract.settings,
  {},
  { staleTime: Number.POSITIVE_INFINITY, toasts: false },
)
