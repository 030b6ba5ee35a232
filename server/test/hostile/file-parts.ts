import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** What must become of a file: refused with a code, or stored under a type. */
export type HostileFile = {
  name: string
  bytes: Uint8Array
  /** `biz` of the upload. */
  biz?: string
  becomes:
    | number
    | 'image/png'
    | 'image/jpeg'
    | 'application/pdf'
    | 'text/plain'
    | 'application/zip'
    | 'application/x-cfb'
    | 'video/mp4'
    | 'audio/mpeg'
    | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}
export type Files = Readonly<Record<string, HostileFile>>

export const script = '<script>alert(document.domain)</script>'
export const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
export const html = `<!doctype html><html><body>${script}</body></html>`
export const text = (content: string) => Buffer.from(content)

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
export const pngChunk = (type: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
export const pngHead = (width: number, height: number) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([pngSignature, pngChunk('IHDR', data)])
}
/** A grey picture of a given number of pixels in a few kilobytes. */
export const buildPng = (width: number, height: number) =>
  Buffer.concat([
    pngHead(width, height),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

export const buildZip = async (entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream as Readable)
}
export const contentTypes = (main: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/a.xml" ContentType="application/vnd.${main}+xml"/></Types>`
/** The same list with a type for all parts of an ending. */
export const announcing = (list: string, ending: string, type: string) =>
  list.replace('</Types>', `<Default Extension="${ending}" ContentType="application/vnd.${type}"/></Types>`)
export const workbook = 'openxmlformats-officedocument.spreadsheetml.sheet.main'
export const word = 'openxmlformats-officedocument.wordprocessingml.document.main'
export const macroWord = 'ms-word.document.macroEnabled.main'

/** A compound file with nothing but its header and the entries of its directory. */
export const buildCompound = (...names: readonly string[]) => {
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  const entries = names.map((name) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(2 * name.length + 2, 64)
    return entry
  })
  return Buffer.concat([header, ...entries])
}
