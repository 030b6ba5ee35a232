import { randomUUID } from 'node:crypto'
import { buildDocument, buildFolder } from '../../../../test/document-factories.ts'
import { type MakeSamples, maxHashedPerParameter } from '../../../../test/hostile/sample.ts'
import { newToken } from '../../../kernel/ids.ts'

export const samples: MakeSamples = async ({ app, readers, writers, writer }) => {
  const read = await buildFolder(app, readers)
  const readDocument = await buildDocument(app, readers, read)
  const written = await buildFolder(app, writers)
  const document = await buildDocument(app, writers, written, { versions: 2 })
  const trashed = await buildFolder(app, writers)
  await app.sql(`update documents set trashed_at = now(), trashed_by = created_by where id = $1`, [trashed])
  const linked = await buildDocument(app, writers, written)
  const fresh = () => `夹${randomUUID()}`
  const opening = () => ({ body: { token: newToken(), password: '' } })
  return {
    'sysDocs.get': () => ({ params: { id: readDocument } }),
    'sysDocs.content': () => ({ params: { id: readDocument, number: '1' } }),
    'sysDocs.media': () => ({ params: { id: readDocument, number: '1' } }),
    'sysDocs.access': () => ({ params: { id: read } }),
    'sysDocs.createFolder': () => ({ body: { title: fresh(), parentId: written }, token: writer }),
    'sysDocs.create': () => ({ body: { fileId: randomUUID(), folderId: written, path: [fresh()] }, token: writer }),
    'sysDocs.addVersion': () => ({ params: { id: document }, body: { fileId: randomUUID() }, token: writer }),
    'sysDocs.restoreVersion': () => ({ params: { id: document, number: '1' }, token: writer }),
    'sysDocs.download': () => ({ params: { id: document }, body: { number: 1 }, token: writer }),
    'sysDocs.rename': () => ({ params: { id: document }, body: { title: fresh(), version: 1 }, token: writer }),
    'sysDocs.move': () => ({ params: { id: document }, body: { folderId: written, version: 1 }, token: writer }),
    'sysDocs.changeAccess': () => ({
      params: { id: written },
      body: { inherits: true, grants: [{ kind: 'everyone', level: 'manage' }], version: 1 },
      token: writer,
    }),
    'sysDocs.restore': () => ({ params: { id: trashed }, token: writer }),
    'sysDocs.links': () => ({ params: { id: readDocument } }),
    'sysDocs.createLink': (n) => ({
      params: { id: linked },
      body: {
        expireTime: new Date(Date.now() + 86_400_000).toISOString(),
        password: n < maxHashedPerParameter ? 'Link-Word-1' : '',
        mostUses: 3,
      },
      token: writer,
    }),
    'sysDocs.revokeLink': () => ({ params: { id: linked, linkId: randomUUID() }, token: writer }),
    'sysDocs.readers': () => ({ params: { id: readDocument, number: '1' } }),
    'sysDocs.readerSums': () => ({ params: { id: readDocument, number: '1' } }),
    'sysDocs.downloads': () => ({ params: { id: readDocument } }),
    'sysDocs.exportDownloads': () => ({ params: { id: readDocument }, body: {} }),
    'sysDocs.openLink': opening,
    'sysDocs.previewLink': opening,
    'sysDocs.downloadLink': opening,
    'sysDocs.subjects': () => ({ query: { keyword: '角' } }),
  }
}
