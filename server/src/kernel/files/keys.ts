import type { ContentKey, PartialKey } from './file-store.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const sha256 = /^[0-9a-f]{64}$/

const checked = (text: string, pattern: RegExp): string => {
  if (!pattern.test(text)) throw new Error('a path is made of ids and digests only')
  return text
}

/**
 * The parts of a key as names of folders and files.
 * @throws unless they are ids and digests, so that no input is
 */
export const contentNames = (key: ContentKey): [companyId: string, sha256: string] => [
  checked(key.companyId, uuid),
  checked(key.sha256, sha256),
]
/** See `contentNames`. */
export const partialNames = (key: PartialKey): [companyId: string, id: string] => [
  checked(key.companyId, uuid),
  checked(key.id, uuid),
]

/** The key that these names stand for; undefined for names of something else. */
export const toContentKey = (companyId = '', digest = ''): ContentKey | undefined =>
  uuid.test(companyId) && sha256.test(digest) ? { companyId, sha256: digest } : undefined
/** See `toContentKey`. */
export const toPartialKey = (companyId = '', id = ''): PartialKey | undefined =>
  uuid.test(companyId) && uuid.test(id) ? { companyId, id } : undefined
