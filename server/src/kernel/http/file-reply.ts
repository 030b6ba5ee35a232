import type { Binary } from '@atrium/contract/kernel/binary.ts'
import type { ByteRange } from '../files/file-store.ts'
import { isKnown } from './etag.ts'

/** What a request says about the copy it has and the part it wants; empty if not sent. */
export type FileConditions = { range: string; ifRange: string; ifNoneMatch: string }

type SentFile = {
  name: string
  /** Media type by content. */
  type: string
  sha256: string
  size: number
  /** Shown in the page instead of offered as a download: for what the product itself has encoded. */
  inline: boolean
}

/**
 * A single range of bytes (RFC 9110, 14.1.2).
 * @returns undefined for none or one to be ignored, null for one beyond the end
 */
const parseRange = (header: string, size: number): ByteRange | undefined | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return last === '0' || size === 0 ? null : { start: Math.max(size - Number(last), 0), end: size - 1 }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? null : { start, end }
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
/** RFC 6266: the name in UTF-8, and one in ASCII for clients that do not know that. */
const contentDisposition = (kind: 'inline' | 'attachment', name: string): string =>
  `${kind}; filename="${name.replace(/[^ !#-$&-.0-:<-[\]-~]/g, '_')}"; filename*=UTF-8''${encoded(name)}`

const toEtag = ({ sha256 }: SentFile) => `"${sha256}"`
const buildHeaders = (file: SentFile) => ({
  'accept-ranges': 'bytes',
  'content-disposition': contentDisposition(file.inline ? 'inline' : 'attachment', file.name),
  'content-security-policy': "default-src 'none'; sandbox",
  etag: toEtag(file),
})

/**
 * The reply with a stored file: whole, a range (206), an unsatisfiable one (416), or nothing new (304). Nothing in it
 * can act in the name of the site. Takes the file, the request's conditions, and what reads the bytes; undefined from
 * there, and so from here, if they are missing.
 */
export const fileReply = async (
  file: SentFile,
  { range: asked, ifRange, ifNoneMatch }: FileConditions,
  read: (range: ByteRange | undefined) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<Binary | undefined> => {
  const { type, size } = file
  const headers = buildHeaders(file)
  const nothing = new Uint8Array()
  if (isKnown(ifNoneMatch, toEtag(file))) return { bytes: nothing, type, headers, status: 304 }
  const range = ifRange === '' || ifRange === toEtag(file) ? parseRange(asked, size) : undefined
  if (range === null)
    return { bytes: nothing, type, headers: { ...headers, 'content-range': `bytes */${size}` }, status: 416 }
  const bytes = await read(range)
  if (!bytes) return undefined
  if (!range) return { bytes, type, headers: { ...headers, 'content-length': String(size) } }
  const { start, end } = range
  const part = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': String(end - start + 1) }
  return { bytes, type, headers: { ...headers, ...part }, status: 206 }
}
