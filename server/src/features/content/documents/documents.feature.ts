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
    folders: (scope) => documents.folders(scope),
    createFolder: (scope, { body }) => documents.createFolder(scope, body),
    list: (scope, { query }) => documents.list(scope, query),
    exportDocuments: (scope, { body }) => exportDocuments(scope, body),
    get: (scope, { params }) => documents.get(scope, params.id),
    create: (scope, { body }) => versions.create(scope, body),
    addVersion: (scope, { params, body }) => versions.add(scope, params.id, body),
    restoreVersion: (scope, { params }) => versions.restore(scope, params.id, params.number),
    download: (scope, { params, body }) => versions.download(scope, params.id, body.number),
    rename: (scope, { params, body }) => documents.rename(scope, params.id, body),
    move: (scope, { params, body }) => documents.move(scope, params.id, body),
    remove: (scope, { params }) => documentTrash.put(scope, params.id),
  }),
  ...implement(documentPreviewsContract, {
    content: (scope, { params }) => previews.content(scope, params),
    media: (scope, { params }) => previews.media(scope, params),
  }),
  ...implement(documentTrashContract, {
    trashed: (scope, { query }) => documentTrash.list(scope, query),
    restore: (scope, { params, body }) => documentTrash.restore(scope, params.id, body.title),
    purge: (scope, { params }) => documentTrash.purge(scope, params.id),
  }),
  ...implement(documentAccessContract, {
    access: (scope, { params }) => documentAccess.get(scope, params.id),
    changeAccess: (scope, { params, body }) => documentAccess.change(scope, params.id, body),
    subjects: (scope, { query }) => documentAccess.subjects(scope, query.keyword),
  }),
]
const linksRoutes = (links: DocumentLinks, opened: OpenedLinks) =>
  implement(documentLinksContract, {
    links: (scope, { params }) => links.list(scope, params.id),
    createLink: (scope, { params, body }) => links.create(scope, params.id, body),
    revokeLink: (scope, { params }) => links.revoke(scope, params),
    openLink: (scope, { body }) => opened.open(scope, body),
    previewLink: (scope, { body }) => opened.preview(scope, body),
    downloadLink: (scope, { body }) => opened.download(scope, body),
  })

const readersRoutes = (readers: DocumentReaders) =>
  implement(documentReadersContract, {
    readers: (scope, { params, query }) => readers.readers(scope, params, query),
    readerSums: (scope, { params }) => readers.sums(scope, params),
    downloads: (scope, { params, query }) => readers.downloads(scope, params.id, query),
    exportDownloads: (scope, { params, body }) => readers.exportDownloads(scope, params.id, body),
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
