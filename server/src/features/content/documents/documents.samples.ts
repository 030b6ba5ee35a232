import { randomUUID } from 'node:crypto'
import { buildDocument, buildFolder } from '../../../../test/document-factories.ts'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async ({ app, readers, writers, writer }) => {
  const read = await buildFolder(app, readers)
  const readDocument = await buildDocument(app, readers, read)
  const written = await buildFolder(app, writers)
  const document = await buildDocument(app, writers, written, { versions: 2 })
  const trashed = await buildFolder(app, writers)
  await app.sql(`update documents set trashed_at = now(), trashed_by = created_by where id = $1`, [trashed])
  const fresh = () => `夹${randomUUID()}`
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
    'sysDocs.subjects': () => ({ query: { keyword: '角' } }),
  }
}
