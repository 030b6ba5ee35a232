import { createReadStream } from 'node:fs'
import { type FileType, fileTypes } from '@atrium/contract/features/content/uploads/file-types.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import { fileTypeFromFile } from 'file-type'
import { AppError } from '../../../kernel/scope.ts'
import { hasCompoundMacros } from './compound-macros.ts'
import { zipType } from './office-type.ts'

/** What .doc, .xls and .ppt are. */
const compound = 'application/x-cfb'
/** How browsers recognise markup at the start of what they are sent. */
const markup = /^\s*(?:<[!?a-z]|%!|#!)/i
/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const binary = /[\0-\x08\x0e-\x1a\x1c-\x1f]/
/** Text of this product, and what older office programs write. */
const encodings = ['utf-8', 'gb18030'] as const

const isTextIn = async (path: string, encoding: string): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (binary.test(text) || (isFirst && markup.test(text))) return false
      isFirst = false
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}
const isText = async (path: string): Promise<boolean> => {
  for (const encoding of encodings) if (await isTextIn(path, encoding)) return true
  return false
}

const detectMediaType = async (path: string): Promise<string | undefined> => {
  const found = await fileTypeFromFile(path)
  if (found === undefined) return (await isText(path)) ? 'text/plain' : undefined
  if (found.mime === compound && (await hasCompoundMacros(path))) throw new AppError(uploadsErrors.macros)
  const isZip = found.mime === 'application/zip' || found.mime.startsWith('application/vnd.openxmlformats')
  return isZip || /macroenabled/i.test(found.mime) ? zipType(path) : found.mime
}

/**
 * The accepted type of a file by its content; undefined for any other.
 * @throws macros for office files with macros
 */
export const detectType = async (path: string): Promise<FileType | undefined> => {
  const type = await detectMediaType(path)
  return fileTypes.find((each) => each.type === type)
}
