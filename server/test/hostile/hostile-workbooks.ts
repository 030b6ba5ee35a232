import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { Reason } from '../../src/kernel/workbooks/refusal.ts'
import {
  buildContentTypes,
  buildParts,
  buildRelations,
  buildSheet,
  buildStrings,
  buildStyles,
  buildWorkbook,
  buildZip,
  oneSheet,
  type Parts,
} from '../workbook-parts.ts'
import { hostileParts } from './hostile-parts.ts'
import { hostileSheets } from './hostile-sheets.ts'
import { cell, csv, type HostileWorkbook, megabyte, random, raw, row, workbook } from './hostile-workbook.ts'

const valid = () => buildZip(buildParts('<row r="1"><c r="A1"><v>1</v></c></row>'))
/** A valid workbook after something was done to its bytes. */
const changed = (name: string, reason: Reason, change: (bytes: Buffer) => Uint8Array) =>
  raw(name, reason, async () => change(await valid()))
const replaced = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
/** Writes a number into every header of the zip's directory. */
const inDirectory = (bytes: Buffer, write: (bytes: Buffer, at: number) => void) => {
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1'))
    write(bytes, at)
  return bytes
}
const names = (count: number, each: (at: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => each(at)))

const bombs: HostileWorkbook[] = [
  workbook('a sheet of 24 MB of one letter', 'contentTooLarge', '', {
    'xl/worksheets/sheet1.xml': buildSheet(
      `<row><c t="inlineStr"><is><t>${'a'.repeat(24 * megabyte)}</t></is></c></row>`,
    ),
  }),
  workbook('24 MB of empty cells', 'contentTooLarge', '<c/>'.repeat(6 * megabyte)),
  workbook('24 MB of spaces between rows', 'contentTooLarge', ' '.repeat(24 * megabyte)),
  workbook('texts of 34 MB', 'contentTooLarge', '<row/>', {
    'xl/sharedStrings.xml': buildStrings('<si><t>a</t></si>'.repeat(2 * megabyte)),
  }),
  workbook('styles of 20 MB', 'contentTooLarge', '', {
    'xl/styles.xml': buildStyles('', `<xf numFmtId="0"/>${random(16 * megabyte)}`),
  }),
  workbook('a hundred thousand and one styles', 'contentTooLarge', '', {
    'xl/styles.xml': buildStyles('', '<xf numFmtId="14"/>'.repeat(100_001)),
  }),
  workbook('a bomb in a part that nobody needs', 'contentTooLarge', '', {
    'xl/media/1.bin': Buffer.alloc(100 * megabyte),
  }),
  workbook(
    '2,001 parts',
    'contentTooLarge',
    '',
    names(2_001, (at) => [`xl/media/${at}`, '']),
  ),
  workbook('10,001 relations', 'contentTooLarge', '', {
    'xl/_rels/workbook.xml.rels': buildRelations(
      ...Array.from({ length: 10_001 }, (_, at) => [`rId${at}`, 'worksheet', 'worksheets/sheet1.xml'] as const),
    ),
  }),
  changed('announces 4 GB', 'contentTooLarge', (bytes) =>
    inDirectory(bytes, (all, at) => all.writeUInt32LE(0xfffffff0, at + 24)),
  ),
  changed('announces less than it holds', 'damaged', (bytes) =>
    inDirectory(bytes, (all, at) => all.writeUInt32LE(1, at + 24)),
  ),
  changed('announces more than it holds', 'damaged', (bytes) =>
    inDirectory(bytes, (all, at) => all.writeUInt32LE(all.readUInt32LE(at + 24) + 1, at + 24)),
  ),
  changed('parts that overlap', 'damaged', (bytes) =>
    inDirectory(bytes, (all, at) => all.writeUInt32LE(bytes.length - 100, at + 20)),
  ),
]

const dtd = (body: string) => `<?xml version="1.0"?><!DOCTYPE x ${body}>`
const laughs = `[<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`).join('')}]`
const declared: readonly (readonly [string, string])[] = [
  ['a DTD', ''],
  ['entities of entities', laughs],
  ['a file as entity', '[<!ENTITY x SYSTEM "file:///etc/passwd">]'],
  ['an address as entity', '[<!ENTITY x SYSTEM "http://127.0.0.1:1/">]'],
  ['a parameter entity', '[<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]'],
  ['an external DTD', 'SYSTEM "http://127.0.0.1:1/x.dtd"'],
]
const everyPart = (parts: Parts) => Object.keys(parts).filter((name) => name !== 'xl/sharedStrings.xml')
const declarations = declared.flatMap(([name, body]) =>
  everyPart(buildParts('')).map((part) =>
    workbook(`${name} in ${part}`, 'declarations', '<row><c t="s"><v>0</v></c></row>', {
      [part]: dtd(body) + buildParts('')[part],
    }),
  ),
)

const missing = (part: string, reason: Reason = 'damaged') =>
  raw(`without ${part}`, reason, () =>
    buildZip(
      Object.fromEntries(Object.entries(buildParts(row(1, '<c t="s"><v>0</v></c>'))).filter(([name]) => name !== part)),
    ),
  )
const relationTo = (reason: Reason, name: string, ...entries: Parameters<typeof buildRelations>) =>
  workbook(name, reason, row(1, cell('A1')), { 'xl/_rels/workbook.xml.rels': buildRelations(...entries) })
const relation = (name: string, ...entries: Parameters<typeof buildRelations>) =>
  relationTo('damaged', name, ...entries)
const packages: HostileWorkbook[] = [
  missing('[Content_Types].xml', 'notAWorkbook'),
  ...['_rels/.rels', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/sharedStrings.xml'].map((part) =>
    missing(part),
  ),
  missing('xl/worksheets/sheet1.xml'),
  relation('a sheet without relation', ['rId9', 'worksheet', 'worksheets/sheet1.xml']),
  relation('a sheet that is the workbook', ['rId1', 'worksheet', 'workbook.xml']),
  relation('a sheet that is its own list of relations', ['rId1', 'worksheet', '_rels/workbook.xml.rels']),
  relation('a sheet that is a style', ['rId1', 'styles', 'styles.xml']),
  relation(
    'texts that are the sheet',
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId3', 'sharedStrings', 'worksheets/sheet1.xml'],
  ),
  relation(
    'styles that are the workbook',
    ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
    ['rId2', 'styles', 'workbook.xml'],
  ),
  relation('a sheet outside the package', ['rId1', 'worksheet', '../../../../etc/passwd']),
  workbook('a workbook that is its relations', 'damaged', '', {
    '_rels/.rels': buildRelations(['rId1', 'officeDocument', '_rels/.rels']),
  }),
  workbook('201 sheets', 'tooManySheets', '', { 'xl/workbook.xml': buildWorkbook(oneSheet.repeat(201)) }),
  workbook('no sheet', 'damaged', '', { 'xl/workbook.xml': buildWorkbook('') }),
  workbook('a document', 'notAWorkbook', '', {
    '[Content_Types].xml': buildContentTypes(
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
  }),
  raw('any other zip', 'notAWorkbook', () => buildZip({ 'a.txt': 'a' })),
  raw('an OpenDocument', 'notAWorkbook', () =>
    buildZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
  ),
  raw('an empty zip', 'notAWorkbook', () => buildZip({})),
  ...[
    'xl/vbaProject.bin',
    'XL/VBAPROJECT.BIN',
    'vbaProject.bin',
    'xl/macrosheets/sheet1.xml',
    'xl/dialogsheets/sheet1.xml',
  ].map((part) => workbook(`macros in ${part}`, 'macros', '', { [part]: 'x' })),
  ...['application/vnd.ms-excel.sheet.macroEnabled.main+xml', 'application/vnd.ms-office.vbaProject'].map((type) =>
    workbook(`macros as ${type}`, 'macros', '', { '[Content_Types].xml': buildContentTypes(type) }),
  ),
  relationTo('macros', 'macros by their relation', ['rId9', 'vbaProject', 'code.xml']),
  workbook('macros by the type of an ending', 'macros', '', {
    '[Content_Types].xml': buildContentTypes().replace(
      '</Types>',
      '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
    ),
    'xl/code.bin': 'x',
  }),
  workbook('a binary workbook', 'binaryFormat', '', { 'xl/workbook.bin': 'x' }),
  ...['xl/externalLinks/externalLink1.xml', 'XL/ExternalLinks/x'].map((part) =>
    workbook(`a link in ${part}`, 'externalLinks', '', { [part]: '<x/>' }),
  ),
]

const compoundFile = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(3 * megabyte), Buffer.from(name, 'utf16le')])
const zips: HostileWorkbook[] = [
  ...[10, 30, 200, 800].map((bytes) => changed(`cut after ${bytes} bytes`, 'damaged', (all) => all.subarray(0, bytes))),
  ...[1, 22, 50].map((bytes) =>
    changed(`without its last ${bytes} bytes`, 'damaged', (all) => all.subarray(0, -bytes)),
  ),
  changed('bytes behind the end', 'damaged', (all) => Buffer.concat([all, randomBytes(100)])),
  changed('another method of compression', 'damaged', (all) =>
    inDirectory(all, (bytes, at) => bytes.writeUInt16LE(99, at + 10)),
  ),
  changed('an encrypted part', 'encrypted', (all) =>
    inDirectory(all, (bytes, at) => bytes.writeUInt16LE(0x801, at + 8)),
  ),
  changed('a strongly encrypted part', 'damaged', (all) =>
    inDirectory(all, (bytes, at) => bytes.writeUInt16LE(0x841, at + 8)),
  ),
  changed('a wrong checksum', 'damaged', (all) => inDirectory(all, (bytes, at) => bytes.writeUInt32LE(7, at + 16))),
  changed('parts that begin behind the end', 'damaged', (all) =>
    inDirectory(all, (bytes, at) => bytes.writeUInt32LE(0x7fffffff, at + 42)),
  ),
  changed('parts that begin nowhere', 'damaged', (all) =>
    inDirectory(all, (bytes, at) => bytes.writeUInt32LE(3, at + 42)),
  ),
  changed('a part above the package', 'damaged', (all) => replaced(all, 'xl/styles.xml', '../styles.xml')),
  workbook('a part twice', 'damaged', '', { 'XL/STYLES.XML': buildStyles('', '') }),
  raw('a part that is no deflate', 'damaged', async () => {
    const bytes = await buildZip(buildParts(''))
    return inDirectory(bytes, (all, at) => randomBytes(20).copy(all, all.readUInt32LE(at + 42) + 60))
  }),
  raw('the beginning of a zip', 'damaged', () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(1_000)])),
  raw('an encrypted workbook', 'encrypted', () => compoundFile('EncryptedPackage')),
  raw('an .xls', 'oldFormat', () => compoundFile('Workbook')),
  raw('what Excel keeps beside an open file', 'lockFile', () =>
    Buffer.concat([
      Buffer.from([4]),
      Buffer.from('User'.padEnd(54)),
      Buffer.from([4, 0]),
      Buffer.from('User'.padEnd(54), 'utf16le'),
    ]),
  ),
  raw('101 MB', 'fileTooLarge', () => Buffer.alloc(101 * megabyte, 'a,')),
]

const others: HostileWorkbook[] = [
  raw('nothing', 'empty', () => Buffer.alloc(0)),
  csv('a page', 'notAWorkbook', () => '<html><table><tr><td>1</td></tr></table></html>'),
  csv('a page behind a mark', 'notAWorkbook', () => '\ufeff \n<?xml version="1.0"?><x/>'),
  csv('a PDF', 'notAWorkbook', () => '%PDF-1.7\n'),
  csv('an RTF', 'notAWorkbook', () => '{\\rtf1}'),
  csv('a NUL', 'notAWorkbook', () => 'a,b\n1,\0\n'),
  raw('bytes of no encoding', 'unknownEncoding', () => Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a])),
  raw('a picture', 'unknownEncoding', () =>
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(99, 0xff)]),
  ),
  raw('compressed bytes', 'unknownEncoding', () =>
    Buffer.concat([Buffer.alloc(9, 0xff), deflateRawSync(randomBytes(megabyte))]),
  ),
  csv('2,000,000 rows', 'tooManyRows', () => '1\n'.repeat(2_000_000)),
  csv('1,001 columns', 'tooManyColumns', () => `${'1,'.repeat(1_001)}1\n`),
  csv('10 MB of commas', 'tooManyColumns', () => ','.repeat(10 * megabyte)),
  csv('a cell of 32,768 letters', 'textTooLong', () => 'a'.repeat(32_768)),
  csv('a cell of 10 MB', 'textTooLong', () => 'a'.repeat(10 * megabyte)),
  csv('a quote that is never closed', 'openQuote', () => 'a\n"b\nc\n'),
  csv('a quote around 10 MB', 'openQuote', () => `a\n"${'b\n'.repeat(5 * megabyte)}`),
]

/** Files that no reader may take, nor spend much on. */
export const hostileWorkbooks: readonly HostileWorkbook[] = [
  ...bombs,
  ...declarations,
  ...hostileSheets,
  ...hostileParts,
  ...packages,
  ...zips,
  ...others,
]
