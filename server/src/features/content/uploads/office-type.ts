import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import yauzl from 'yauzl'
import { AppError } from '../../../kernel/scope.ts'

const contentTypes = '[content_types].xml'
/** Far more than any office file needs; nothing larger is inflated. */
const maxContentTypesBytes = 1024 * 1024
const maxEntries = 100_000

/** What the list of contents names as the main part, by the type of the whole. */
const mainParts: readonly (readonly [named: RegExp, type: string])[] = [
  [/wordprocessingml\.document\.main\+xml/, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [/spreadsheetml\.sheet\.main\+xml/, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [
    /presentationml\.presentation\.main\+xml/,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
]
const macros = /macroEnabled|vbaProject/

const readText = async (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<string> => {
  if (entry.uncompressedSize > maxContentTypesBytes) return ''
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    bytes += (chunk as Buffer).length
    if (bytes > maxContentTypesBytes) return ''
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * The media type of a zip by what it contains: an office file, or any other archive. Inflates its list of contents
 * only. Out: undefined for a zip that cannot be read, or that has several such lists.
 * @throws macros for office files with macros
 */
export const zipType = async (path: string): Promise<string | undefined> => {
  let zip: yauzl.ZipFile | undefined
  try {
    zip = await yauzl.openPromise(path)
    if (zip.entryCount > maxEntries) return undefined
    let list = ''
    let lists = 0
    // Programs tell names of parts apart without regard to case.
    for await (const entry of zip.eachEntry())
      if (entry.fileName.toLowerCase() === contentTypes) {
        lists += 1
        // Entries may share their bytes: a thousand of one megabyte each fit into a small file.
        if (lists > 1) return undefined
        list += await readText(zip, entry)
      } else if (/(^|\/)vbaProject\.bin$/i.test(entry.fileName) && !list.endsWith('vbaProject')) list += 'vbaProject'
    if (macros.test(list)) throw new AppError(uploadsErrors.macros)
    return mainParts.find(([named]) => named.test(list))?.[1] ?? 'application/zip'
  } catch (error) {
    if (error instanceof AppError) throw error
    return undefined
  } finally {
    zip?.close()
  }
}
