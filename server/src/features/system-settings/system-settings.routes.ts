import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import type { SystemSettings } from './system-settings.service.ts'

export const systemSettingsRoutes = (systemSettings: SystemSettings) =>
  implement(systemSettingsContract, {
    subject: () => systemSettings.subject(),
    tags: () => systemSettings.tags(),
  })
