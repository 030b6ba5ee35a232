import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { useRead } from '../kernel/api/use-endpoint.ts'

/** The platform's own name, as its base settings say (spec §2). */
export const useSiteTitle = (): string | undefined =>
  useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY, toasts: false }).data?.title
