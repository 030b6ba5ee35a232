import { buildRelations, buildSheet, buildStrings } from '../workbook-parts.ts'
import { cell, type HostileWorkbook, megabyte, random, row, workbook } from './hostile-workbook.ts'

/** Sheets and texts that are damaged, endless, or lie about their places. */
export const hostileSheets: HostileWorkbook[] = [
  workbook('a cell in column 1,001', 'tooManyColumns', row(1, cell('ALM1'))),
  workbook('a cell in the last column', 'tooManyColumns', row(1, cell('XFD1'))),
  workbook('16,384 columns', 'tooManyColumns', row(1, '<c><v>1</v></c>'.repeat(16_384))),
  workbook('a cell behind the last column', 'damaged', row(1, cell('XFE1'))),
  workbook('a cell far behind', 'damaged', row(1, cell('AAAAAAAAAAAAAAAAAAAA1'))),
  workbook('row 1,048,577', 'tooManyRows', row(1_048_577, cell('A1048577'))),
  workbook('row 2,000,000', 'tooManyRows', row(2_000_000, cell('A2000000'))),
  workbook('a row behind the last, without number', 'tooManyRows', `${row(1_048_576, '')}<row/>`),
  workbook('row 10^30', 'tooManyRows', row(`1${'0'.repeat(30)}`, '')),
  workbook('row 0', 'tooManyRows', row(0, '')),
  workbook('row -1', 'damaged', row(-1, cell('A-1'))),
  workbook('row 1.5', 'damaged', row(1.5, '')),
  workbook('row x', 'damaged', row('x', '')),
  workbook('a cell without column', 'damaged', row(1, cell('1'))),
  workbook('a cell without row', 'damaged', row(1, cell('A'))),
  workbook('a cell at a formula', 'damaged', row(1, cell('=A1'))),
  workbook('a cell of another row', 'damaged', row(1, cell('A2'))),
  workbook('a cell twice', 'damaged', row(1, cell('A1') + cell('A1'))),
  workbook('a cell before another', 'damaged', row(1, cell('B1') + cell('A1'))),
  workbook('a row twice', 'damaged', row(1, cell('A1')).repeat(2)),
  workbook('a row before another', 'damaged', row(2, '') + row(1, '')),
  workbook('a cell in a cell', 'damaged', row(1, '<c r="A1"><c r="B1"/></c>')),
  workbook('a cell outside rows', 'damaged', cell('A1')),
  workbook('a number that is none', 'damaged', row(1, cell('A1', 'x'))),
  workbook('an infinite number', 'damaged', row(1, cell('A1', 'Infinity'))),
  workbook('a number of spaces', 'damaged', row(1, cell('A1', ' '))),
  workbook('a cell of an unknown type', 'damaged', row(1, '<c t="z"><v>1</v></c>')),
  ...['1', '-1', '0.5', 'NaN', '4294967296', 'x'].map((index) =>
    workbook(`shared text ${index}`, 'damaged', row(1, `<c t="s"><v>${index}</v></c>`)),
  ),
  workbook('a shared text without texts', 'damaged', row(1, '<c t="s"><v>0</v></c>'), {
    'xl/_rels/workbook.xml.rels': buildRelations(['rId1', 'worksheet', 'worksheets/sheet1.xml']),
  }),
  workbook(
    'an inline text of 40,000 letters',
    'textTooLong',
    row(1, `<c t="inlineStr"><is><t>${random(30_000)}</t></is></c>`),
  ),
  workbook(
    'an inline text of 3 MB',
    'textTooLong',
    row(1, `<c t="inlineStr"><is><t>${random(3 * megabyte)}</t></is></c>`),
  ),
  workbook(
    'an inline text in pieces',
    'textTooLong',
    row(1, `<c t="inlineStr"><is>${`<r><t>${random(3_000)}</t></r>`.repeat(100)}</is></c>`),
  ),
  workbook('a number of 3 MB', 'textTooLong', row(1, cell('A1', random(3 * megabyte)))),
  workbook('a shared text of 3 MB', 'textTooLong', row(1, '<c t="s"><v>0</v></c>'), {
    'xl/sharedStrings.xml': buildStrings(`<si><t>${random(3 * megabyte)}</t></si>`),
  }),
  workbook('a shared text in pieces', 'textTooLong', row(1, '<c t="s"><v>0</v></c>'), {
    'xl/sharedStrings.xml': buildStrings(`<si>${`<r><t>${random(3_000)}</t></r>`.repeat(200)}</si>`),
  }),
  workbook('a comment of 3 MB', 'textTooLong', `<!--${random(3 * megabyte)}-->`),
  workbook(
    'a comment of tags',
    'textTooLong',
    `<!--${Array.from({ length: 100_000 }, () => `<c>${random(12)}</c>`).join('')}-->`,
  ),
  workbook('an attribute of 3 MB', 'textTooLong', `<row x="${random(3 * megabyte)}"/>`),
  workbook('a name of 3 MB', 'textTooLong', `<${random(3 * megabyte).replace(/[^a-z]/g, 'a')}/>`),
  workbook(
    'CDATA of 3 MB',
    'textTooLong',
    row(1, `<c t="inlineStr"><is><t><![CDATA[${random(3 * megabyte)}]]></t></is></c>`),
  ),
  workbook('elements nested 100 deep', 'damaged', '<a>'.repeat(100) + '</a>'.repeat(100)),
  workbook('elements nested 100,000 deep', 'damaged', '<a>'.repeat(100_000)),
  workbook('an unknown entity', 'damaged', row(1, `<c t="inlineStr"><is><t>&x;</t></is></c>`)),
  workbook('a NUL', 'damaged', row(1, '<c t="inlineStr"><is><t>a\0b</t></is></c>')),
  workbook('a NUL by number', 'damaged', row(1, '<c t="inlineStr"><is><t>&#0;</t></is></c>')),
  workbook('half of a sheet', 'damaged', '', {
    'xl/worksheets/sheet1.xml': buildSheet(row(1, cell('A1'))).slice(0, -30),
  }),
  workbook('two roots', 'damaged', '', { 'xl/worksheets/sheet1.xml': buildSheet('') + buildSheet('') }),
  workbook('a sheet without XML', 'damaged', '', { 'xl/worksheets/sheet1.xml': random(1_000) }),
  workbook('an empty sheet part', 'damaged', '', { 'xl/worksheets/sheet1.xml': '' }),
  workbook('a sheet that is not UTF-8', 'damaged', '', {
    'xl/worksheets/sheet1.xml': Buffer.from(
      buildSheet(row(1, '<c t="inlineStr"><is><t>\xff\xfe</t></is></c>')),
      'latin1',
    ),
  }),
]
