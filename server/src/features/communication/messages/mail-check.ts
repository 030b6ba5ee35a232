import type { Settings } from '../../system/base-parameters/index.ts'
import { createProviders } from './providers.ts'

/** Checks the mail provider that is configured, without sending anything. */
export const createMailCheck = (settings: Settings) => {
  // Nothing is written there without sending.
  const providers = createProviders(settings, '')
  return {
    /**
     * @returns the provider's name; undefined where none is configured
     * @throws an Error that says what is wrong
     */
    async checkMail(): Promise<string | undefined> {
      const provider = await providers.of('mail')
      if (!provider.check) return undefined
      await provider.check()
      return provider.name
    },
    close: providers.close,
  }
}
