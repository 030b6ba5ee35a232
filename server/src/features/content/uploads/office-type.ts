import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import yauzl from 'yauzl'
import { contentTypesPart, haveMacros, isMacroPart, readPartTypes } from '../../../kernel/part-types.ts'
import { AppError } from '../../../kernel/scope.ts'

/** Far more than any office file needs; nothing larger is inflated. */
const maxContentTypesBytes = 1024 * 1024
const maxEntries = 100_000
const xmlLimits = { nesting: 16, nodeBytes: 64 * 1024 }

/** What the list of contents names as the main part, by the type of the whole. */
const mainParts: readonly (readonly [named: RegExp, type: string])[] = [
  [/wordprocessingml\.document\.main\+xml/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/spreadsheetml\.sheet\.main\+xml/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    /presentationml\.presentation\.main\+xml/,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
]

/** No more of a part than may be inflated. */
async function* readPart(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    bytes += (chunk as Buffer).length
    if (bytes > maxContentTypesBytes) throw new Error('the list of contents is too long')
    yield chunk as Buffer
  }
}

/** The parts of a zip, and the entries that list their types. Programs tell names apart without regard to case. */
const readEntries = async (zip: yauzl.ZipFile) => {
  const parts: string[] = []
  const lists: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) {
    parts.push(entry.fileName)
    if (entry.fileName.toLowerCase() === contentTypesPart.toLowerCase()) lists.push(entry)
  }
  return { parts, lists }
}

/** What a list of contents says. None that cannot be read makes an office file for any program. */
const typesIn = (list: AsyncIterable<Uint8Array>, parts: readonly string[]) =>
  readPartTypes(list, parts, xmlLimits).catch(() => new Set<string>())

/**
 * The media type of a zip by what it contains: an office file, or any other archive. Inflates its list of contents
 * only.
 * @returns undefined for a zip that cannot be read, or that has several such lists
 * @throws macros for office files with macros
 */
export const zipType = async (path: string): Promise<string | undefined> => {
  let zip: yauzl.ZipFile | undefined
  try {
    zip = await yauzl.openPromise(path, { autoClose: false })
    if (zip.entryCount > maxEntries) return undefined
    const { parts, lists } = await readEntries(zip)
    const [list, second] = lists
    // Entries may share their bytes: a thousand of one megabyte each fit into a small file.
    if (second) return undefined
    if (parts.some(isMacroPart)) throw new AppError(uploadsErrors.macros)
    const types = list ? await typesIn(readPart(zip, list), parts) : new Set<string>()
    if (haveMacros(types)) throw new AppError(uploadsErrors.macros)
    return mainParts.find(([named]) => [...types].some((type) => named.test(type)))?.[1] ?? 'application/zip'
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  } finally {
    zip?.close()
  }
}
