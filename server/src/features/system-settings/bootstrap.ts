import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import type { SystemSettings } from './system-settings.service.ts'

/**
 * What every page would ask for first, to be sent along with it. Out: an endpoint's module and name with its reply, as
 * the browser's cache knows them. In: the host that was asked.
 */
export const firstAnswersOf = (systemSettings: SystemSettings) => async (host: string) => {
  const { subject, tags } = systemSettingsContract
  return [
    [subject.module, subject.name, await systemSettings.subject(host)] as const,
    [tags.module, tags.name, await systemSettings.tags()] as const,
  ]
}
