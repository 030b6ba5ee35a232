import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { SystemSettings } from './system-settings.service.ts'

export const systemSettingsRoutes = (systemSettings: SystemSettings) =>
  implement(systemSettingsContract, {
    subject: ({ origin }) => systemSettings.subject(origin.host),
    logo: (scope) => systemSettings.logo(scope),
    tags: () => systemSettings.tags(),
  })
