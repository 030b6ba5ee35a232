import { randomUUID } from 'node:crypto'
import { anyPhone, type MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ writer }) => ({
  'sysMessages.test': () => ({ body: { channel: 'sms', target: anyPhone() }, token: writer }),
  'sysMessageTemplates.update': () => ({
    params: { id: randomUUID() },
    body: { title: '题', content: '文', providerTemplate: '', version: 1 },
  }),
})
