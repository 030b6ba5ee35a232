import {
  buildContentTypes,
  buildParts,
  buildRelations,
  buildStrings,
  buildStyles,
  buildWorkbook,
  type Parts,
} from './workbook-parts.ts'

// The same table as other programs write it: where they keep texts, how they name dates, and what stands between.

type Cell = {
  readonly at: string
  readonly text?: string
  readonly number?: number
  readonly style?: 'date' | 'moment' | 'digits'
  readonly truth?: boolean
  readonly error?: string
  readonly formula?: string
}
const rows: readonly (readonly Cell[])[] = [
  ['编号', '姓名', '手机号', '入职', '登录', '启用', '备注'].map((text, column) => ({
    at: `${'ABCDEFG'[column]}1`,
    text,
  })),
  [
    { at: 'A2', text: '00123' },
    { at: 'B2', text: ' <张 & 三> ' },
    { at: 'C2', number: 13712345402 },
    { at: 'D2', number: 46352, style: 'date' },
    { at: 'E2', number: 46352.39583333333, style: 'moment' },
    { at: 'F2', truth: true },
    { at: 'G2', text: '合计', formula: '"合"&"计"' },
  ],
  [
    { at: 'A3', number: 123, style: 'digits' },
    { at: 'C3', number: 3, formula: '1+2' },
    { at: 'F3', truth: false },
    { at: 'G3', error: '#N/A' },
  ],
]
/** What every reader finds in them. */
export const foreignTable = [
  ['编号', '姓名', '手机号', '入职', '登录', '启用', '备注'],
  ['00123', ' <张 & 三> ', 13712345402, { date: '2026-11-26' }, { date: '2026-11-26T09:30:00' }, true, '合计'],
  ['00123', null, 3, null, null, false, { error: '#N/A' }],
]

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const spaced = (text: string) => `<t xml:space="preserve">${xml(text)}</t>`
const styles = { date: ' s="1"', moment: ' s="2"', digits: ' s="3"' } as const
const toStyle = ({ style }: Cell) => (style === undefined ? '' : styles[style])
const toFormula = ({ formula }: Cell, attributes = '') =>
  formula === undefined ? '' : `<f${attributes}>${xml(formula)}</f>`

const texts = rows.flat().flatMap(({ text, formula }) => (text === undefined || formula !== undefined ? [] : [text]))
const sharedStrings = (item: (text: string) => string) =>
  buildStrings([...new Set(texts)].map((text) => `<si>${item(text)}</si>`).join(''))
const shared = ({ at, text = '' }: Cell) => `<c r="${at}" t="s"><v>${[...new Set(texts)].indexOf(text)}</v></c>`
const inline = ({ at, text = '' }: Cell) => `<c r="${at}" t="inlineStr"><is>${spaced(text)}</is></c>`
const plain = ({ at, text = '' }: Cell) => `<c r="${at}" t="str"><v>${xml(text)}</v></c>`

type Ways = {
  readonly text: (cell: Cell) => string
  /** Attributes of a cell's type before its style, or of a number. */
  readonly number?: string
  readonly formula?: string
  readonly row?: string
}
const toCell = (cell: Cell, { text, number = '', formula = '' }: Ways) => {
  const { at, truth, error } = cell
  if (truth !== undefined) return `<c r="${at}" t="b"><v>${truth ? 1 : 0}</v></c>`
  if (error !== undefined) return `<c r="${at}" t="e"><f>NA()</f><v>${error}</v></c>`
  if (cell.text === undefined)
    return `<c r="${at}"${toStyle(cell)}${number}>${toFormula(cell, formula)}<v>${cell.number}</v></c>`
  if (cell.formula === undefined) return text(cell)
  return `<c r="${at}" t="str">${toFormula(cell, formula)}<v>${cell.text}</v></c>`
}
const toData = (ways: Ways) =>
  rows
    .map((row, at) => `<row r="${at + 1}"${ways.row ?? ''}>${row.map((cell) => toCell(cell, ways)).join('')}</row>`)
    .join('')

const numbered = (...formats: readonly [date: number, moment: number]) =>
  ['0', ...formats, '166'].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`).join('')
const digits = '<numFmt numFmtId="166" formatCode="00000"/>'
const moment = '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheet = '<sheet name="用户" sheetId="1" r:id="rId1"/>'
const announcing = (entries: string) => buildContentTypes().replace('</Types>', `${entries}</Types>`)
const styled = (formats: string, styles: string, behind = '') =>
  buildStyles(formats, styles).replace('</styleSheet>', `${behind}</styleSheet>`)

const sheetjs = (text: Ways['text'], others: Parts = {}) =>
  buildParts(toData({ text }), {
    '[Content_Types].xml': announcing(
      '<Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Default Extension="data" ContentType="application/vnd.openxmlformats-officedocument.model+data"/>',
    ),
    'xl/workbook.xml': buildWorkbook(sheet, '<workbookPr codeName="ThisWorkbook"/>'),
    'xl/styles.xml': styled(
      `<numFmt numFmtId="56" formatCode="&quot;上午/下午 &quot;hh&quot;時&quot;mm&quot;分&quot;ss&quot;秒 &quot;"/>${digits}`,
      numbered(14, 22),
      '<dxfs count="0"/>',
    ),
    'xl/metadata.xml': `<metadata xmlns="${main}"/>`,
    ...others,
  })

const openpyxlRelations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
  ['worksheet', '/xl/worksheets/sheet1.xml', 'rId1'],
  ['styles', 'styles.xml', 'rId2'],
  ['sharedStrings', '/xl/sharedStrings.xml', 'rId3'],
]
  .map(
    ([kind, target, id]) =>
      `<Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" Id="${id}" />`,
  )
  .join('')}</Relationships>`

/** A namespace on the sheet itself, and none on the workbook. */
const openpyxlWorkbook = `<workbook xmlns="${main}"><workbookPr/><sheets><sheet xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" name="用户" sheetId="1" state="visible" r:id="rId1"/></sheets><calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>`

const excelWorkbook = buildWorkbook(sheet, '<workbookPr defaultThemeVersion="166925"/>')
  .replace(
    '<workbook ',
    '<workbook xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x15 xr" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" ',
  )
  .replace(
    '</workbook>',
    '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}"><x15:workbookPr chartTrackingRefBase="1" date1904="1"/></ext></extLst></workbook>',
  )
const excelSheet = `<worksheet xmlns="${main}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><sheetPr/><dimension ref="A1"/><sheetFormatPr defaultRowHeight="14" x14ac:dyDescent="0.3"/><sheetData>${toData({ text: shared, row: ' spans="1:7" x14ac:dyDescent="0.3"' })}</sheetData><phoneticPr fontId="1" type="noConversion"/><pageSetup r:id="rId1" xmlns:r="urn:r"/></worksheet>`

/** The parts of the table by the program that writes them so. */
export const foreignWorkbooks: Readonly<Record<string, Parts>> = {
  SheetJS: sheetjs(plain),
  'xlsx-js-style': sheetjs(shared, { 'xl/sharedStrings.xml': sharedStrings(spaced) }),
  exceljs: buildParts(toData({ text: shared, row: ' spans="1:7"' }), {
    'xl/workbook.xml': buildWorkbook(sheet, '<workbookPr defaultThemeVersion="164011" filterPrivacy="1"/>'),
    'xl/styles.xml': styled(moment + digits, numbered(14, 165), '<dxfs count="0"/>'),
    'xl/sharedStrings.xml': sharedStrings(spaced),
  }),
  openpyxl: buildParts(toData({ text: inline, number: ' t="n"' }), {
    'xl/workbook.xml': openpyxlWorkbook,
    'xl/_rels/workbook.xml.rels': openpyxlRelations,
    'xl/styles.xml': styled(`<numFmt numFmtId="165" formatCode="yyyy-mm-dd h:mm:ss"/>${digits}`, numbered(14, 165)),
  }),
  XlsxWriter: buildParts(toData({ text: shared, row: ' spans="1:7"' }), {
    'xl/workbook.xml': buildWorkbook(sheet, '<fileVersion appName="xl"/><workbookPr defaultThemeVersion="124226"/>'),
    'xl/styles.xml': styled(
      moment + digits,
      numbered(14, 165),
      '<dxfs count="2"><dxf><numFmt numFmtId="14" formatCode="0"/></dxf><dxf><numFmt numFmtId="0" formatCode="yyyy"/></dxf></dxfs>',
    ),
    'xl/sharedStrings.xml': sharedStrings(spaced),
  }),
  LibreOffice: buildParts(
    toData({ text: shared, number: ' t="n"', formula: ' aca="false"', row: ' customFormat="false" hidden="false"' }),
    {
      'xl/workbook.xml': buildWorkbook(sheet, '<workbookPr backupFile="false" showObjects="all" date1904="false"/>'),
      'xl/styles.xml': styled(
        `<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[$-804]yyyy\\-mm\\-dd\\ hh:mm:ss"/>${digits}`,
        numbered(164, 165),
      ),
      'xl/sharedStrings.xml': sharedStrings(spaced),
    },
  ),
  Excel: buildParts('', {
    '[Content_Types].xml': announcing(
      '<Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.printerSettings"/>',
    ),
    'xl/workbook.xml': excelWorkbook,
    'xl/worksheets/sheet1.xml': excelSheet,
    'xl/printerSettings/printerSettings1.bin': 'x',
    'xl/styles.xml': styled(
      digits,
      numbered(14, 22),
      `<dxfs><dxf><numFmt numFmtId="166" formatCode="yyyy/m/d"/></dxf></dxfs><extLst><ext xmlns:x14="urn:x14"><x14:dxfs><x14:dxf><numFmt numFmtId="22" formatCode="0"/></x14:dxf></x14:dxfs></ext></extLst>`,
    ),
    'xl/sharedStrings.xml': sharedStrings(
      (text) =>
        `<r><t xml:space="preserve">${xml(text)}</t></r><rPh sb="0" eb="1"><t>ㄓ</t></rPh><phoneticPr fontId="1"/>`,
    ),
  }),
  WPS: buildParts(toData({ text: shared }), {
    'xl/workbook.xml': buildWorkbook(sheet, '<fileVersion appName="xl"/><workbookPr/>'),
    'xl/_rels/workbook.xml.rels': buildRelations(
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId5', 'cellImage', 'cellimages.xml'],
    ),
    'xl/cellimages.xml': '<etc:cellImages xmlns:etc="http://www.wps.cn/officeDocument/2017/etCustomData"/>',
    'xl/styles.xml': styled(
      `<numFmt numFmtId="41" formatCode="_ * #,##0_ ;_ * \\-#,##0_ ;_ * &quot;-&quot;_ ;_ @_ "/>${digits}`,
      numbered(31, 22),
    ),
    'xl/sharedStrings.xml': sharedStrings(spaced),
  }),
}
