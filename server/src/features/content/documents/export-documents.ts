import type { FilesExport } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { Actor, DetachedScope } from '../../../kernel/scope.ts'
import type { ExportSheet } from '../../../kernel/sheets/export-sheet.ts'
import { toViewer } from './document-rules.ts'
import { documentSource } from './document-sheet.ts'
import { documentsRepository as repository } from './documents.repository.ts'

/** Exports the list of files that the caller may see, as their folder or search shows it. */
export const createDocumentsExport =
  (exportSheet: ExportSheet) => (scope: DetachedScope<Actor>, request: FilesExport) => {
    const { actor } = scope
    const viewer = toViewer(actor)
    const folder = request['f.folderId']
    return exportSheet(scope, {
      source: documentSource,
      request,
      reach: { reach: 'company', companyId: actor.companyId } as const,
      count: (db, limit) => repository.count(db, viewer, request, limit),
      batch: (db, after, size) => repository.batch(db, viewer, request, after?.id, size),
      names: async (db) => ({
        folderId: folder && (await repository.path(db, viewer, folder)).findLast(({ readable }) => readable)?.title,
      }),
    })
  }
export type DocumentsExport = ReturnType<typeof createDocumentsExport>
