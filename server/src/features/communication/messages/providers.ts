import type { Settings } from '../../system/base-parameters/index.ts'
import { createAliyunProvider } from './aliyun-provider.ts'
import type { Channel } from './builtin-templates.ts'
import { createOutboxProvider } from './outbox-provider.ts'
import type { Provider } from './provider.ts'
import { createSmtpProvider } from './smtp-provider.ts'
import { createTencentProvider } from './tencent-provider.ts'

export type Providers = ReturnType<typeof createProviders>

/** Providers by channel, as currently configured. Takes folder of the outbox. */
export const createProviders = (settings: Settings, outboxFolder: string) => {
  const outbox = createOutboxProvider(outboxFolder)
  const smtp = createSmtpProvider(settings)
  const known: readonly Provider[] = [smtp, createAliyunProvider(settings), createTencentProvider(settings)]
  return {
    async of(channel: Channel): Promise<Provider> {
      const name = (await settings.read())[`${channel}.provider`]
      return known.find((each) => each.name === name) ?? outbox
    },
    close: smtp.close,
  }
}
