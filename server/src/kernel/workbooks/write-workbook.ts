import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { keepContext } from '../call-context.ts'
import { checksXml, collectLists, type Lists, listsSheet } from './checks-xml.ts'
import { encodeTexts } from './encode-texts.ts'
import { listNotes, notesVml, notesXml } from './notes-xml.ts'
import { contentTypes, rootRelations, sheetRelations, workbookRelations, workbookXml } from './package-xml.ts'
import { sheetXml } from './sheet-xml.ts'
import { stylesXml } from './styles-xml.ts'
import type { Sheet } from './workbook.ts'

/** Level 6 takes a fifth longer for a third less; files go to people nearby. */
const compressionLevel = 1

/** Media type of what `writeWorkbook` writes. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const add = (zip: ZipFile, path: string, text: string) => zip.addBuffer(Buffer.from(text), path)

/** Adds a sheet, whose rows are not asked for before everything in front of it is written. */
const addSheet = (zip: ZipFile, sheet: Sheet, number: number, lists: Lists, opened: (rows: Readable) => void) => {
  const notes = listNotes(sheet.columns)
  const end =
    checksXml(sheet.columns, sheet.untitled ? 1 : 2, lists) + (notes.length > 0 ? '<legacyDrawing r:id="rId1"/>' : '')
  zip.addReadStreamLazy(`xl/worksheets/sheet${number}.xml`, { compressionLevel }, (deliver) => {
    const rows = Readable.from(encodeTexts(sheetXml(sheet, end)), { objectMode: false })
    opened(rows)
    deliver(null, rows)
  })
  if (notes.length === 0) return
  add(zip, `xl/worksheets/_rels/sheet${number}.xml.rels`, sheetRelations(number))
  add(zip, `xl/comments${number}.xml`, notesXml(notes))
  add(zip, `xl/drawings/vmlDrawing${number}.vml`, notesVml(notes))
}

/**
 * Writes an .xlsx workbook while its rows are read: memory holds a batch of them. The first visible sheet is shown
 * when it is opened. A reader that stops early ends the rows, too. The stream fails with what the rows throw, and with
 * RangeError for rows that a sheet cannot hold.
 */
export const writeWorkbook = (visible: readonly Sheet[]): Readable => {
  const lists = collectLists(visible)
  const shown = visible.map((sheet) => ({ ...sheet, rows: keepContext(sheet.rows) }))
  const sheets = [...shown, ...[listsSheet(lists)].filter((sheet) => sheet !== undefined)]
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  let reading: Readable | undefined
  zip.on('error', (error) => output.destroy(error))
  output.on('close', () => reading?.destroy())
  const noted = sheets.flatMap(({ columns }, at) => (listNotes(columns).length > 0 ? [at + 1] : []))
  add(zip, '[Content_Types].xml', contentTypes(sheets, noted))
  add(zip, '_rels/.rels', rootRelations)
  add(zip, 'xl/workbook.xml', workbookXml(sheets))
  add(zip, 'xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  add(zip, 'xl/styles.xml', stylesXml)
  for (const [at, sheet] of sheets.entries())
    addSheet(zip, sheet, at + 1, lists, (rows) => {
      reading = rows
      rows.on('error', (error) => output.destroy(error))
    })
  zip.end()
  return output
}
