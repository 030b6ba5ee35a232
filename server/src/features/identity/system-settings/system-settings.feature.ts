import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createBootstrap } from './bootstrap.ts'
import { createSystemSettings } from './system-settings.service.ts'

/** What a browser asks before anybody signs in. Offers `bootstrap`, the replies to the first calls of every page. */
export const createSystemSettingsFeature = (ports: Parameters<typeof createSystemSettings>[0]) => {
  const systemSettings = createSystemSettings(ports)
  return {
    systemSettings,
    bootstrap: createBootstrap(systemSettings),
    routes: implement(systemSettingsContract, {
      subject: ({ origin }) => systemSettings.subject(origin.host),
      logo: systemSettings.logo,
      tags: () => systemSettings.tags(),
    }),
  }
}
