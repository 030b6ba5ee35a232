import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { useRead } from '../../kernel/api/use-read.ts'

/** Title of the platform from the system settings. */
export const useSiteTitle = (): string | undefined =>
  useRead(systemSettingsContract.subject, {}, { staleTime: Number.POSITIVE_INFINITY, toasts: false }).data?.title
