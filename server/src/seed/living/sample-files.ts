import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { Row } from '../../kernel/workbooks/workbook.ts'
import { writeWorkbook } from '../../kernel/workbooks/write-workbook.ts'

/** A workbook with one sheet. */
export const makeWorkbook = (titles: readonly string[], rows: readonly Row[]): Promise<Uint8Array> =>
  buffer(writeWorkbook([{ name: '数据', columns: titles.map((title) => ({ title })), rows: [rows] }]))

const makeZip = (entries: Readonly<Record<string, string>>): Promise<Uint8Array> => {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mainDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** A text document with these paragraphs. */
export const makeWordDocument = (paragraphs: readonly string[]): Promise<Uint8Array> =>
  makeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${mainDocument}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${word}"><w:body>${paragraphs
      .map((paragraph) => `<w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  })

export const makeArchive = (name: string, text: string): Promise<Uint8Array> => makeZip({ [name]: text })

/** One page with a line in Latin letters, which every reader has a font for. */
export const makePdf = (line: string): Uint8Array => {
  const content = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`)
}

/** A plan of rooms around a court, in the product's colours. */
export const makePicture = async (): Promise<Uint8Array> => {
  const { default: sharp } = await import('sharp')
  const room = (x: number, y: number, width: number, height: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${fill}"/>`
  const rooms = [
    room(40, 40, 300, 180, '#c9d8ee'),
    room(360, 40, 240, 180, '#e7d9bd'),
    room(40, 240, 160, 200, '#d4e4d8'),
    room(220, 240, 220, 200, '#ffffff'),
    room(460, 240, 140, 200, '#e9cfc9'),
  ].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#f4f2ed"/>${rooms}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
