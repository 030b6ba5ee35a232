import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ContentKey } from '../kernel/files/file-store.ts'
import { decompress } from './measure.ts'
import type { BackupPlace } from './place.ts'

/** `store`: the part of the store that holds the bytes. */
export type ListedFile = ContentKey & { size: number; store: 'content' | 'archive' }

/**
 * The bytes that a backup's list of files names, as COPY wrote them: company, digest, size and store. Lists of older
 * backups name no store, and no archived segments.
 */
export async function* readFileList(place: BackupPlace, part: string): AsyncGenerator<ListedFile> {
  const stored = await place.read(part)
  if (!stored) return
  for await (const line of createInterface({ input: Readable.from(decompress(stored)) })) {
    const [companyId = '', sha256 = '', size = '', store] = line.split('\t')
    yield { companyId, sha256, size: Number(size), store: store === 'archive' ? store : 'content' }
  }
}
