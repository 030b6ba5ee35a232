import { posix } from 'node:path'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { isMacroPart } from '../part-types.ts'
import type { Limits } from './limits.ts'
import { Refusal } from './refusal.ts'

const orDamaged = (error: unknown): never => {
  throw error instanceof Refusal ? error : new Refusal('damaged')
}

const refuseByName = (name: string) => {
  // A binary workbook has macros or none; it is not read either way.
  if (/(^|\/)workbook\.bin$/.test(name)) throw new Refusal('binaryFormat')
  if (isMacroPart(name)) throw new Refusal('macros')
  if (/(^|\/)externallinks\//.test(name)) throw new Refusal('externalLinks')
}

/** All parts by their name in small letters, as programs tell them apart. */
const readEntries = async (zip: yauzl.ZipFile, fileBytes: number, limits: Limits) => {
  const entries = new Map<string, yauzl.Entry>()
  let inflated = 0
  let compressed = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (entry.isEncrypted()) throw new Refusal('encrypted')
    refuseByName(name)
    inflated += entry.uncompressedSize
    compressed += entry.compressedSize
    if (inflated > limits.inflatedBytes) throw new Refusal('contentTooLarge')
    // Parts that overlap let a few bytes count many times.
    if (entries.has(name) || compressed > fileBytes) throw new Refusal('damaged')
    entries.set(name, entry)
  }
  if (inflated > limits.freeBytes && inflated > compressed * limits.ratio) throw new Refusal('contentTooLarge')
  return entries
}

async function* inflate(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
  } catch (error) {
    orDamaged(error)
  }
  if (sum !== entry.crc32) throw new Refusal('damaged')
}

export type Package = {
  /**
   * Bytes of a part, inflated as they are read.
   * @throws Refusal if it is missing or too large
   */
  readonly part: (name: string, maxBytes?: number) => AsyncGenerator<Uint8Array>
  readonly has: (name: string) => boolean
  /** Names of all parts, in small letters. */
  readonly parts: readonly string[]
  readonly close: () => void
}

/**
 * Opens the zip of a workbook and judges its list of parts, before anything is inflated.
 * @throws Refusal
 */
export const openPackage = async (path: string, fileBytes: number, limits: Limits): Promise<Package> => {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(orDamaged)
  try {
    if (zip.entryCount > limits.entries) throw new Refusal('contentTooLarge')
    const entries = await readEntries(zip, fileBytes, limits).catch(orDamaged)
    const find = (name: string) => entries.get(posix.normalize(name).replace(/^\//, '').toLowerCase())
    return {
      part: (name, maxBytes = limits.inflatedBytes) => {
        const entry = find(name)
        if (!entry) throw new Refusal('damaged')
        if (entry.uncompressedSize > maxBytes) throw new Refusal('contentTooLarge')
        return inflate(zip, entry)
      },
      has: (name) => find(name) !== undefined,
      parts: [...entries.keys()],
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}
