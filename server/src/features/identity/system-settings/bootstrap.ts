import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import type { SystemSettings } from './system-settings.service.ts'

/**
 * Replies every page needs first, embedded into it.
 * @param systemSettings the requested host
 * @returns module, name and reply of each endpoint, as the browser's cache keys them
 */
export const createBootstrap = (systemSettings: SystemSettings) => async (host: string) => {
  const { subject, tags } = systemSettingsContract
  return [
    [subject.module, subject.name, await systemSettings.subject(host)] as const,
    [tags.module, tags.name, await systemSettings.tags()] as const,
  ]
}
