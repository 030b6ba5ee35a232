import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { buildZip, contentTypes, type Files, pngChunk, pngHead } from './file-parts.ts'

const sheet = 'openxmlformats-officedocument.spreadsheetml.sheet.main'
const word = 'openxmlformats-officedocument.wordprocessingml.document.main'
const megabytes = 1_000_000
/** A hundred megabytes, deflated. */
const zeros = deflateSync(Buffer.alloc(100 * megabytes))

/** Puts a chunk behind the head of a PNG. */
const withChunk = (png: Buffer, type: string, data: Uint8Array) =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)])

/** Where the frame of a JPEG begins, with its height and width behind five bytes. */
const findFrame = (jpeg: Buffer): number => {
  let at = 2
  while (![0xc0, 0xc1, 0xc2].includes(jpeg[at + 1] ?? 0xc0)) at += 2 + jpeg.readUInt16BE(at + 2)
  return at
}
const withSize = (jpeg: Buffer, width: number, height: number) => {
  const copy = Buffer.from(jpeg)
  const at = findFrame(copy)
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}

/** A progressive JPEG whose last scan comes two thousand times. */
const withScans = (jpeg: Buffer) => {
  const last = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 2000 }, () => scan), jpeg.subarray(-2)])
}

/** A zip whose directory names one megabyte of contents a thousand times. */
const withManyLists = async () => {
  const zip = await buildZip({ '[Content_Types].xml': Buffer.alloc(megabytes) })
  const directory = zip.indexOf(Buffer.from('504b0102', 'hex'))
  const entry = zip.subarray(directory, -22)
  const end = Buffer.from(zip.subarray(-22))
  end.writeUInt16LE(1000, 8)
  end.writeUInt16LE(1000, 10)
  end.writeUInt32LE(1000 * entry.length, 12)
  return Buffer.concat([zip.subarray(0, directory), ...Array.from({ length: 1000 }, () => entry), end])
}

/** Ten levels of an entity of ten of the one before. */
const laughs = () => {
  const levels = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<?xml version="1.0"?><!DOCTYPE t [<!ENTITY l0 "ha">${levels.join('')}]><Types>&l10;</Types>`
}

const pictures = async (): Promise<Files> => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
  const [png, jpeg] = [await picture.png().toBuffer(), await picture.jpeg().toBuffer()]
  const large = sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#123456' } })
  const head = Buffer.from('Comment\0\0')
  return {
    'a PNG whose colour profile is a bomb': {
      name: 'a.png',
      bytes: withChunk(png, 'iCCP', Buffer.concat([head, zeros])),
      becomes: 'image/png',
    },
    'a PNG whose text is a bomb': {
      name: 'a.png',
      bytes: withChunk(png, 'zTXt', Buffer.concat([head, zeros])),
      becomes: 'image/png',
    },
    'a small PNG with the pixels of a huge one': {
      name: 'a.png',
      bytes: Buffer.concat([pngHead(10, 10), pngChunk('IDAT', zeros), pngChunk('IEND', Buffer.alloc(0))]),
      becomes: 'image/png',
    },
    'a JPEG that lies about its size': { name: 'a.jpg', bytes: withSize(jpeg, 65_500, 65_500), becomes: 8102 },
    'a JPEG of 64 megapixels': { name: 'a.jpg', bytes: withSize(jpeg, 8000, 8000), becomes: 8102 },
    'a JPEG of two thousand scans': {
      name: 'a.jpg',
      bytes: withScans(await large.jpeg({ progressive: true }).toBuffer()),
      becomes: 8102,
    },
    'an AVIF named PNG': { name: 'a.png', bytes: await picture.avif({ effort: 0 }).toBuffer(), becomes: 5002 },
  }
}

const gzipped = gzipSync(Buffer.alloc(100 * megabytes))
const archives = async (): Promise<Files> => ({
  'a gzip bomb': { name: 'a.gz', bytes: gzipped, becomes: 5002 },
  'a gzip bomb named zip': { name: 'a.zip', bytes: gzipped, becomes: 5002 },
  'a zip in a zip that is a bomb': {
    name: 'a.zip',
    bytes: await buildZip({ 'a.zip': await buildZip({ bomb: Buffer.alloc(40 * megabytes) }) }),
    becomes: 'application/zip',
  },
  'a zip of two thousand entries': {
    name: 'a.zip',
    bytes: await buildZip(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`${n}`, '']))),
    becomes: 'application/zip',
  },
  'a document whose text is a bomb': {
    name: 'a.docx',
    bytes: await buildZip({
      '[Content_Types].xml': contentTypes(word),
      'word/document.xml': Buffer.alloc(40 * megabytes),
    }),
    becomes: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  'a workbook whose sheet is a bomb': {
    name: 'a.xlsx',
    bytes: await buildZip({
      '[Content_Types].xml': contentTypes(sheet),
      'xl/worksheets/sheet1.xml': Buffer.alloc(40 * megabytes),
    }),
    becomes: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'a zip with its list of contents a thousand times': { name: 'a.zip', bytes: await withManyLists(), becomes: 5002 },
  'a document whose list of contents has a billion laughs': {
    name: 'a.docx',
    bytes: await buildZip({ '[Content_Types].xml': laughs(), 'word/document.xml': '<a/>' }),
    becomes: 8001,
  },
})

/** Files of a few hundred kilobytes that would take hundreds of megabytes or minutes. */
export const createBombs = async (): Promise<Files> => ({ ...(await pictures()), ...(await archives()) })
