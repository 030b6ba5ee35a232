import { buildStoredFile } from '../../../../test/file-factories.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, readers, writer }) => {
  const id = await buildStoredFile(app, readers, Buffer.from('a file that many samples read'))
  return {
    'sysUploads.get': () => ({ params: { id } }),
    'sysUploads.file': () => ({ params: { id } }),
    'sysUploads.rescan': () => ({ params: { id }, token: writer }),
    'sysUploads.upload': () => ({ body: { biz: 'doc', public: '0' }, token: writer }),
  }
}
