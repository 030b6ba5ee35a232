import { open } from 'node:fs/promises'
import type { Limits } from './limits.ts'
import { openCsv } from './read-csv.ts'
import { openXlsx, type Source } from './read-xlsx.ts'
import { Refusal } from './refusal.ts'

const isZip = (start: Buffer) => start.toString('latin1', 0, 2) === 'PK' && (start[2] ?? 9) < 8
const isCompoundFile = (start: Buffer) => start.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1'
/** Pages and tables of markup are often named .xls; PDF and RTF now and then. */
const isOtherText = (start: Buffer) => /^(?:\ufeff)?\s*(?:<[!?a-z]|%PDF|\{\\rtf)/i.test(start.toString('utf8'))

/** `~$name.xlsx`, which Excel keeps beside a file that is open: the length of the user's name, the name, and spaces. */
const isLockFile = (size: number, start: Buffer) =>
  size === 165 && (start[0] ?? 0) > 0 && (start[0] ?? 0) <= 54 && start[54] === 0x20 && start[164] === 0

/** An encrypted workbook is a compound file with a stream of that name, in its directory somewhere. */
const encryptedMark = Buffer.from('EncryptedPackage', 'utf16le')
const blockBytes = 1024 * 1024
const isEncrypted = async (path: string) => {
  const file = await open(path)
  try {
    const block = Buffer.alloc(blockBytes + encryptedMark.length)
    for (let from = 0; ; from += blockBytes) {
      const { bytesRead } = await file.read(block, 0, block.length, from)
      if (block.subarray(0, bytesRead).includes(encryptedMark)) return true
      if (bytesRead < block.length) return false
    }
  } finally {
    await file.close()
  }
}

const readStart = async (path: string) => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return { size, start: buffer.subarray(0, bytesRead) }
  } finally {
    await file.close()
  }
}

/**
 * Opens a workbook or CSV file, distinguished by their content.
 * @throws Refusal
 */
export const openSource = async (path: string, limits: Limits): Promise<Source> => {
  const { size, start } = await readStart(path)
  if (size === 0) throw new Refusal('empty')
  if (size > limits.fileBytes) throw new Refusal('fileTooLarge')
  if (isLockFile(size, start)) throw new Refusal('lockFile')
  if (isZip(start)) return openXlsx(path, size, limits)
  if (isCompoundFile(start)) throw new Refusal((await isEncrypted(path)) ? 'encrypted' : 'oldFormat')
  if (isOtherText(start)) throw new Refusal('notAWorkbook')
  return openCsv(path, start, limits)
}
