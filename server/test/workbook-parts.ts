import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export type Parts = Readonly<Record<string, string | Uint8Array>>

/** A zip of these parts, in their order. */
export const buildZip = (parts: Parts, options: { compress?: boolean } = {}): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name, options)
  zip.end()
  return buffer(zip.outputStream as Readable)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const buildContentTypes = (workbookType = `${sheetType}.sheet.main+xml`) =>
  `<Types xmlns="${packaged}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${workbookType}"/></Types>`
export const buildRelations = (...entries: (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships xmlns="${packaged}/relationships">${entries.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`).join('')}</Relationships>`
export const buildSheet = (data: string, behind = '') =>
  `<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${behind}</worksheet>`
export const buildWorkbook = (sheets: string, properties = '') =>
  `<workbook xmlns="${main}" xmlns:r="${relations}">${properties}<sheets>${sheets}</sheets></workbook>`
export const oneSheet = '<sheet name="表" sheetId="1" r:id="rId1"/>'
export const buildStrings = (items: string) => `<sst xmlns="${main}">${items}</sst>`
export const buildStyles = (formats: string, styles: string) =>
  `<styleSheet xmlns="${main}"><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`

/** The parts of a workbook with one sheet. Takes its `sheetData`, and parts that replace these or come beside them. */
export const buildParts = (data: string, others: Parts = {}): Parts => ({
  '[Content_Types].xml': buildContentTypes(),
  '_rels/.rels': buildRelations(['rId1', 'officeDocument', 'xl/workbook.xml']),
  'xl/workbook.xml': buildWorkbook(oneSheet),
  'xl/_rels/workbook.xml.rels': buildRelations(
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'styles', 'styles.xml'],
    ['rId3', 'sharedStrings', 'sharedStrings.xml'],
  ),
  'xl/styles.xml': buildStyles('', '<xf numFmtId="0"/><xf numFmtId="14"/>'),
  'xl/sharedStrings.xml': buildStrings('<si><t>甲</t></si>'),
  'xl/worksheets/sheet1.xml': buildSheet(data),
  ...others,
})
