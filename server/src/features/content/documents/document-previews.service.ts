import { findPreview, type PreviewKind } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { assertSendable, type FileAddresses, type SendFile } from '../uploads/index.ts'
import { noteReading } from './document-readers.service.ts'
import { addressBasis, findVisibleFile } from './document-rules.ts'
import { documentsRepository as repository } from './documents.repository.ts'

type Version = { id: string; number: number }

/**
 * A version that the page shows in one of these ways; the actor counts as having read it.
 * @throws `notShown`, and as `assertSendable` does
 */
const findShown = async (scope: RequestScope, { id, number }: Version, kinds: readonly PreviewKind[]) => {
  await findVisibleFile(scope, id)
  const key = { companyId: scope.actor.companyId, id }
  const { type, size, ...rest } = orNotFound(await repository.findVersion(scope.db, key, number))
  const kind = findPreview({ mime: type, size })
  if (!kind || !kinds.includes(kind)) throw new AppError(documentsErrors.notShown)
  assertSendable(rest.state)
  await noteReading(scope, { id, number })
  return { ...rest, type, size }
}

type Ports = { addresses: Pick<FileAddresses, 'shown'>; sendFile: SendFile }

/** Versions as the page shows them. */
export const createDocumentPreviews = ({ addresses, sendFile }: Ports) => ({
  async content(scope: RequestScope, asked: Version) {
    const version = await findShown(scope, asked, ['picture', 'pdf', 'text'])
    return () => sendFile(scope.origin, { ...version, companyId: scope.actor.companyId })
  },

  async media(scope: RequestScope, asked: Version) {
    const { fileId } = await findShown(scope, asked, ['audio', 'video'])
    const { actor } = scope
    return { url: addresses.shown(actor.companyId, fileId, addressBasis(actor, asked.id)) }
  },
})
export type DocumentPreviews = ReturnType<typeof createDocumentPreviews>
