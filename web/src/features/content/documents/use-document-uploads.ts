import { documentPartsPath, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useSending } from '../uploads/public/use-sending.ts'
import { affectedReads } from './affected-reads.ts'

/** Where a file goes: into a folder with its path, or into a file as its newest version. */
type Place = { folderId: string; path: readonly string[] } | { documentId: string }

const { create, addVersion } = documentsContract
/** An upload is put into its place once, also if the answer to an earlier attempt was lost. */
const onceFor = (fileId: string) => ({ toasts: false, idempotencyKey: fileId })
const put = (fileId: string, place: Place) =>
  'documentId' in place
    ? call(addVersion, { params: { id: place.documentId }, body: { fileId } }, onceFor(fileId))
    : call(create, { body: { fileId, folderId: place.folderId, path: [...place.path] } }, onceFor(fileId))

/** Files on their way into folders. */
export const useDocumentUploads = () =>
  useSending<Place>({
    path: documentPartsPath,
    async onArrived(id, { file, place }, waiting) {
      await put(id, place)
      // A large folder is shown in tens, as each time all is read again.
      if (waiting > 0 && waiting % 10 !== 0) return
      if (waiting === 0) toast.success(t('已上传“{name}”', { name: file.name }))
      await Promise.all(affectedReads.map(invalidate))
    },
  })
