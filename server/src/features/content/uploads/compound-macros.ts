import { createReadStream } from 'node:fs'

/** Streams of a compound file are named by entries of this size, which lie at multiples of it (MS-CFB 2.6.1). */
const entryBytes = 128
const lengthAt = 64
/** The stream that every project of macros has (MS-OVBA 2.2.1). */
const project = Buffer.from('_VBA_PROJECT', 'utf16le')
/** With its terminating zero. */
const projectLength = project.length + 2

const namesProject = (bytes: Buffer): boolean => {
  for (let at = bytes.indexOf(project); at >= 0; at = bytes.indexOf(project, at + 1))
    if (at % entryBytes === 0 && bytes.readUInt16LE(at + lengthAt) === projectLength) return true
  return false
}

/** Whether a document of the older office formats has macros: an entry of its directory names their project. */
export const hasCompoundMacros = async (path: string): Promise<boolean> => {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes: Buffer = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % entryBytes)
    if (namesProject(bytes.subarray(0, whole))) return true
    rest = bytes.subarray(whole)
  }
  return false
}
