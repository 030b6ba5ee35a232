import type { ContentKey, ContentStore, FileStore } from '../kernel/files/file-store.ts'

type Target = { content: ContentStore; receive: FileStore['receive'] }
export type Copied = 'copied' | 'there' | 'missing' | 'damaged'

/** Copies bytes from one store into another that lacks them, and compares their digest on the way. */
export const copyContent = async (source: ContentStore, target: Target, key: ContentKey): Promise<Copied> => {
  if (await target.content.has(key)) return 'there'
  const bytes = await source.read(key)
  if (!bytes) return 'missing'
  const received = await target.receive(bytes)
  try {
    if (received.sha256 !== key.sha256) return 'damaged'
    await target.content.put(key.companyId, received)
    return 'copied'
  } finally {
    await received.discard()
  }
}
