import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { inLanguageOfCall } from '../../../kernel/http/reply-texts.ts'
import { createSystemSettings, type SystemSettings } from './system-settings.service.ts'

/**
 * Replies every page needs first, embedded into it.
 * @param systemSettings the requested host
 * @returns module, name and reply of each endpoint in the language of the page, as the browser's cache keys them; and the
 *   language of the host's tenant, empty without one
 */
const createBootstrap = (systemSettings: SystemSettings) => async (host: string) => {
  const { subject, tags } = systemSettingsContract
  const shown = await systemSettings.subject(host)
  const shownTags = await systemSettings.tags()
  const answersIn = (tag: string) =>
    runInLanguage(tag, () => [
      [subject.module, subject.name, inLanguageOfCall(subject.reply, shown)] as const,
      [tags.module, tags.name, inLanguageOfCall(tags.reply, shownTags)] as const,
    ])
  return { answersIn, language: shown.language }
}

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
