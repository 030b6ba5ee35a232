import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { documentPreviewsContract } from '@atrium/contract/features/content/documents/document-previews.contract.ts'
import { documentReadersContract } from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentPartsPath, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { FileAddresses, PartsRoutes, SendFile } from '../uploads/index.ts'
import { documentAccess } from './document-access.service.ts'
import { documentBulk } from './document-bulk.ts'
import { linksRetention } from './document-links.repository.ts'
import { createDocumentLinks, type DocumentLinks } from './document-links.service.ts'
import { createDocumentPreviews, type DocumentPreviews } from './document-previews.service.ts'
import { downloadsRetention } from './document-readers.repository.ts'
import { createDocumentReaders, type DocumentReaders } from './document-readers.service.ts'
import { documentSource } from './document-sheet.ts'
import { trashRetention } from './document-trash.repository.ts'
import { documentTrash } from './document-trash.service.ts'
import { createDocumentVersions, type DocumentVersions } from './document-versions.service.ts'
import { documents } from './documents.service.ts'
import { downloadSource } from './download-sheet.ts'
import { createDocumentsExport, type DocumentsExport } from './export-documents.ts'
import { createOpenedLinks, type OpenedLinks } from './opened-links.service.ts'

type Services = { versions: DocumentVersions; previews: DocumentPreviews; exportDocuments: DocumentsExport }
const documentsRoutes = ({ versions, previews, exportDocuments }: Services) => [
  ...implement(documentsContract, {
    ...documents,
    exportDocuments,
    create: versions.create,
    addVersion: versions.add,
    restoreVersion: versions.restore,
    download: (scope, id, body) => versions.download(scope, id, body.number),
    remove: documentTrash.put,
  }),
  ...implement(documentPreviewsContract, {
    content: (scope, id, number) => previews.content(scope, { id, number }),
    media: (scope, id, number) => previews.media(scope, { id, number }),
  }),
  ...implement(documentTrashContract, {
    trashed: documentTrash.list,
    restore: (scope, id, body) => documentTrash.restore(scope, id, body.title),
    purge: documentTrash.purge,
  }),
  ...implement(documentAccessContract, {
    access: documentAccess.get,
    changeAccess: documentAccess.change,
    subjects: (scope, query) => documentAccess.subjects(scope, query.keyword),
  }),
]
const linksRoutes = (links: DocumentLinks, opened: OpenedLinks) =>
  implement(documentLinksContract, {
    links: links.list,
    createLink: links.create,
    revokeLink: (scope, id, linkId) => links.revoke(scope, { id, linkId }),
    openLink: opened.open,
    previewLink: opened.preview,
    downloadLink: opened.download,
  })

const readersRoutes = (readers: DocumentReaders) =>
  implement(documentReadersContract, {
    ...readers,
    readers: (scope, id, number, query) => readers.readers(scope, { id, number }, query),
    readerSums: (scope, id, number) => readers.sums(scope, { id, number }),
  })

type Ports = Pick<BasePorts, 'database' | 'limits' | 'exportSheet'> & {
  addresses: FileAddresses
  partsRoutes: PartsRoutes
  sendFile: SendFile
}

/** Documents: folders and files with rights that inherit, versions, the trash, links, and their readers. */
export const createDocumentsFeature = ({ database, limits, exportSheet, addresses, partsRoutes, sendFile }: Ports) => ({
  routes: [
    ...documentsRoutes({
      versions: createDocumentVersions({ addresses }),
      previews: createDocumentPreviews({ addresses, sendFile }),
      exportDocuments: createDocumentsExport(exportSheet),
    }),
    ...linksRoutes(createDocumentLinks({ database }), createOpenedLinks({ database, limits, addresses })),
    ...readersRoutes(createDocumentReaders({ database, exportSheet })),
  ],
  sheets: [documentSource, downloadSource],
  bulks: [documentBulk],
  rawRoutes: partsRoutes(documentPartsPath, documentsContract.create),
  retention: [...trashRetention, ...linksRetention, ...downloadsRetention],
  constraints: {
    documents__name: { ...documentsErrors.nameRefused, field: 'title' },
    document_versions__file: { ...documentsErrors.fileInUse, field: 'id' },
  },
})
