import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foreignTable, foreignWorkbooks } from '../../../test/foreign-writers.ts'
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
} from '../../../test/workbook-parts.ts'
import type { CellValue } from './cell.ts'
import type { Limits } from './limits.ts'
import { type OpenWorkbook, openWorkbook } from './open-workbook.ts'
import type { SheetRow } from './read-sheet.ts'
import type { Row, Sheet } from './workbook.ts'
import { writeCsv } from './write-csv.ts'
import { writeWorkbook } from './write-workbook.ts'

let folder = ''
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-workbooks-'))
})
afterAll(() => rm(folder, { recursive: true }))

const writeFixture = async (bytes: Uint8Array | Readable): Promise<string> => {
  files += 1
  const path = join(folder, String(files))
  if (bytes instanceof Uint8Array) await writeFile(path, bytes)
  else await pipeline(bytes, createWriteStream(path))
  return path
}

const readRows = async (book: OpenWorkbook, at: number) => {
  const rows: SheetRow[] = []
  for await (const batch of book.rows(at)) rows.push(...batch)
  return rows
}
const readSheets = async (bytes: Uint8Array | Readable, limits: Partial<Limits> = {}) => {
  const book = await openWorkbook(await writeFixture(bytes), limits)
  try {
    const rows: SheetRow[][] = []
    for (const at of book.sheets.keys()) rows.push(await readRows(book, at))
    return { sheets: book.sheets, rows }
  } finally {
    await book.close()
  }
}
const readCells = async (bytes: Uint8Array | Readable, limits?: Partial<Limits>) =>
  (await readSheets(bytes, limits)).rows[0]?.map(({ cells }) => cells)
const readParts = async (parts: Parts) => readCells(await buildZip(parts))
/** The rows of a sheet as its XML has them. */
const readData = (data: string, others: Parts = {}) => readParts(buildParts(data, others))

const sheet = (rows: readonly Row[], columns: Sheet['columns'] = []): Sheet => ({
  name: '表',
  untitled: columns.length === 0,
  columns,
  rows: [rows],
})

describe('a written workbook is read as it was written', () => {
  const texts = [
    '普通',
    ' 两边 ',
    '第一行\n第二行',
    '\r\n',
    '\t',
    '_x0041_',
    '\u0000\u0007\u001f',
    '😀',
    "'",
    '<&>"',
    '0138',
  ]
  it.each(texts)('text %j', async (value) =>
    expect(await readCells(writeWorkbook([sheet([[value]])]))).toEqual([[value]]),
  )

  const values: CellValue[] = [0, -1.5, 1e21, 13812345678, 0.1 + 0.2, true, false, { error: '#DIV/0!' }]
  it.each(values)('value %j', async (value) =>
    expect(await readCells(writeWorkbook([sheet([[value]])]))).toEqual([[value]]),
  )

  const dates = ['1900-01-01', '1900-02-28', '1900-03-01', '2026-11-26', '2026-11-26T09:30:15', '9999-12-31T23:59:59']
  it.each(dates)('date %s', async (date) =>
    expect(await readCells(writeWorkbook([sheet([[{ date }]])]))).toEqual([[{ date }]]),
  )
  it('what is no date of a sheet becomes text', async () =>
    expect(await readCells(writeWorkbook([sheet([[{ date: '1899-12-31' }, { date: '2026-02-31' }]])]))).toEqual([
      ['1899-12-31', '2026-02-31'],
    ]))

  it('columns keep their format, numbers of text columns their digits', async () => {
    const columns = [
      { title: '电话', format: 'text' as const },
      { title: '日期', format: 'date' as const },
      { title: '比例', format: 'percent' as const },
    ]
    expect(await readCells(writeWorkbook([sheet([[13800000000, { date: '2026-01-02' }, 0.5]], columns)]))).toEqual([
      ['电话', '日期', '比例'],
      ['13800000000', { date: '2026-01-02' }, 0.5],
    ])
  })
  it('empty cells keep the places of the others, and marks change no value', async () =>
    expect(
      await readCells(
        writeWorkbook([sheet([[null, '', undefined, 'd', { value: null, fill: 'red' }, { value: 6, fill: 'red' }]])]),
      ),
    ).toEqual([[null, null, null, 'd', null, 6]]))
  it('cuts a text that no cell can hold', async () => {
    const [[cut] = []] = (await readCells(writeWorkbook([sheet([['长'.repeat(40_000)]])]))) ?? []
    expect(cut).toBe(`${'长'.repeat(32_766)}…`)
  })
  it('several sheets, hidden ones too, under names that programs accept', async () => {
    const named = (name: string, hidden: boolean): Sheet => ({ ...sheet([[name]]), name, hidden })
    const { sheets } = await readSheets(
      writeWorkbook([named('a/b:c', false), named('A_b_c', false), named('__meta', true)]),
    )
    expect(sheets).toEqual([
      { name: 'a_b_c', hidden: false },
      { name: 'A_b_c(2)', hidden: false },
      { name: '__meta', hidden: true },
    ])
  })
})

describe('formulas do not come out of texts', () => {
  const texts = ['=1+1', '+86 138', '-', '@x', '\t=1', '\r=1', '＝1', '＠x', '  =cmd|x', "'=1", "''=1"]
  it.each(texts)('%j is behind an apostrophe in the file, and read without it', async (value) => {
    const bytes = await buffer(writeWorkbook([sheet([[value]])]))
    expect(await readCells(bytes)).toEqual([[value]])
    expect(await text(writeCsv(['标题'], [[[value]]]))).toContain(`'${value}`)
    expect(await readCells(writeCsv(['标题'], [[[value]]]))).toEqual([['标题'], [value]])
  })
  it('numbers keep their sign', async () =>
    expect(await buffer(writeCsv(['数'], [[[-5, { date: '2026-01-02T03:04:05' }, true, null]]])).then(String)).toBe(
      '\ufeff数\r\n-5,2026-01-02 03:04:05,是,\r\n',
    ))
})

it('takes empty batches, and no rows at all', async () => {
  const empty: Sheet = { ...sheet([]), rows: [[], [['甲']], []] }
  expect(await readCells(writeWorkbook([empty]))).toEqual([['甲']])
  expect(await readCells(writeWorkbook([{ ...empty, rows: [] }]))).toEqual([])
  expect(await readCells(writeCsv(['标题'], [[], [['甲']]]))).toEqual([['标题'], ['甲']])
})
it('writes while it reads: rows are asked for as they are taken', async () => {
  let asked = 0
  let isEnded = false
  const rows = async function* () {
    try {
      for (; ; asked += 1) yield Array.from({ length: 500 }, (_, at) => [`${asked}-${at}`, Math.random()])
    } finally {
      isEnded = true
    }
  }
  const file = writeWorkbook([{ name: '表', columns: [], untitled: true, rows: rows() }])
  let bytes = 0
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length
    if (bytes > 200_000) break
  }
  await expect.poll(() => isEnded).toBe(true)
  expect(asked).toBeLessThan(200)
})
it('fails with what the rows throw', async () => {
  const rows = async function* () {
    yield [['a']]
    throw new Error('the rows broke off')
  }
  await expect(text(writeWorkbook([{ name: '表', columns: [], untitled: true, rows: rows() }]))).rejects.toThrow(
    'the rows broke off',
  )
})

describe('a workbook of another program', () => {
  it('texts: shared, rich, with spaces, phonetic guides, escapes', async () =>
    expect(
      await readData(
        '<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>',
        {
          'xl/sharedStrings.xml': buildStrings(
            '<si><r><rPr><b/></rPr><t>富</t></r><r><t xml:space="preserve"> 文本</t></r></si><si><t xml:space="preserve"> 空格 </t></si><si><t>东京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si><si><t>a_x000D_b</t></si>',
          ),
        },
      ),
    ).toEqual([['富 文本', ' 空格 ', '东京', 'a\rb']]))
  it('inline texts, cached values of formulas, errors, truth, dates by ISO', async () =>
    expect(
      await readData(
        '<row r="2"><c r="A2" t="inlineStr"><is><r><t>内</t></r><r><t>联</t></r></is></c><c r="B2" t="str"><f>A1&amp;"x"</f><v>结果</v></c><c r="C2"><f>1+1</f><v>2</v></c><c r="D2"><f>1+1</f></c><c r="E2" t="e"><v>#REF!</v></c><c r="F2" t="b"><v>1</v></c><c r="G2" t="d"><v>2026-01-02T00:00:00</v></c><c r="H2" t="s"><v></v></c></row>',
      ),
    ).toEqual([['内联', '结果', 2, { error: '#CALC?' }, { error: '#REF!' }, true, { date: '2026-01-02' }]]))
  it.each([
    ['yyyy"年"m"月"d"日"', 46352, { date: '2026-11-26' }],
    ['[$-804]yyyy/m/d\\ h:mm;@', 46352.5, { date: '2026-11-26T12:00:00' }],
    ['h:mm', 0.25, '06:00:00'],
    ['[h]:mm', 1.5, '36:00:00'],
    ['[hh]:mm:ss', 0.0625, '01:30:00'],
    ['[h]:mm', -1, -1],
    ['00000', 123, '00123'],
    ['00000', 123456, 123456],
    ['00000', 0.5, 0.5],
    ['[红色]0.00;[Blue]-0.00', 46352, 46352],
    ['0"days"', 3, 3],
    ['General', 3, 3],
    ['@', 3, 3],
  ])('number format %s', async (code, serial, expected) =>
    expect(
      await readData(`<row><c s="1"><v>${serial}</v></c></row>`, {
        'xl/styles.xml': buildStyles(
          `<numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
          '<xf numFmtId="0"/><xf numFmtId="164"/>',
        ),
      }),
    ).toEqual([[expected]]),
  )
  it('built-in formats of times of day, and of hours counted on', async () =>
    expect(
      await readData('<row><c s="1"><v>0.5</v></c><c s="2"><v>1.0625</v></c><c s="3"><v>0.5</v></c></row>', {
        'xl/styles.xml': buildStyles('', [0, 45, 46, 47].map((id) => `<xf numFmtId="${id}"/>`).join('')),
      }),
    ).toEqual([['12:00:00', '25:30:00', '12:00:00']]))
  it('formats of differential styles are none of cells', async () => {
    const styles = buildStyles('', '<xf numFmtId="0"/><xf numFmtId="1"/><xf numFmtId="14"/>').replace(
      '</styleSheet>',
      '<dxfs><dxf><numFmt numFmtId="1" formatCode="yyyy/m/d"/></dxf><dxf><numFmt numFmtId="14" formatCode="0"/></dxf></dxfs></styleSheet>',
    )
    expect(
      await readData('<row><c s="1"><v>1001</v></c><c s="2"><v>46352</v></c></row>', { 'xl/styles.xml': styles }),
    ).toEqual([[1001, { date: '2026-11-26' }]])
  })
  it('the date system of 1904, which an extension of the same name does not change', async () => {
    const extension =
      '<extLst><ext uri="x" xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"><x15:workbookPr chartTrackingRefBase="1"/></ext><ext><workbookPr xmlns="urn:other"/></ext></extLst>'
    const workbook = buildWorkbook(oneSheet, '<workbookPr date1904="1"/>')
    const parts = { 'xl/workbook.xml': workbook.replace('</workbook>', `${extension}</workbook>`) }
    expect(await readData('<row><c s="1"><v>44890</v></c><c s="1"><v>0.25</v></c></row>', parts)).toEqual([
      [{ date: '2026-11-26' }, '06:00:00'],
    ])
  })
  it('elements of extensions are no cells', async () =>
    expect(
      await readData('<row><c><v>1</v><x:v xmlns:x="urn:x">2</x:v></c><x:c xmlns:x="urn:x"><v>3</v></x:c></row>'),
    ).toEqual([[1]]))
  it('a formula that was never computed is an error, one whose result is an empty text is empty', async () =>
    expect(
      await readData(
        '<row><c><f>1+1</f></c><c><f>1+1</f><v></v></c><c><f>1+1</f><v/></c><c t="str"><f>""</f><v></v></c><c t="str"><f>1</f></c></row>',
      ),
    ).toEqual([[{ error: '#CALC?' }, { error: '#CALC?' }, { error: '#CALC?' }, null, { error: '#CALC?' }]]))
  it('an inline text beside a value is the text', async () =>
    expect(
      await readData(
        '<row><c t="inlineStr"><v>1.0</v><is><t>1.</t></is></c><c t="inlineStr"><is><t></t></is><v>1</v></c><c t="inlineStr"><v>甲</v></c></row>',
      ),
    ).toEqual([['1.', null, '甲']]))
  it('a sheet without part is left out, and styles without part are none', async () => {
    const parts = buildParts('<row><c s="1"><v>7</v></c></row>', {
      'xl/workbook.xml': buildWorkbook(
        `<sheet name="宏" sheetId="9" r:id=""/>${oneSheet}<sheet name="没有" sheetId="3" r:id="rId8"/>`,
      ),
      'xl/_rels/workbook.xml.rels': buildRelations(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'styles', 'missing.xml'],
        ['rId8', 'worksheet', 'worksheets/sheet8.xml'],
      ),
    })
    const { sheets, rows } = await readSheets(await buildZip(parts))
    expect(sheets).toEqual([{ name: '表', hidden: false }])
    expect(rows.map((each) => each.map(({ cells }) => cells))).toEqual([[[7]]])
  })
  it('types of endings that no part has say nothing', async () => {
    const announced = buildContentTypes().replace(
      '</Types>',
      '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
    )
    const parts = { '[Content_Types].xml': announced }
    expect(await readData('<row><c><v>1</v></c></row>', parts)).toEqual([[1]])
    await expect(readData('', { ...parts, 'xl/code.BIN': 'x' })).rejects.toMatchObject({ reason: 'macros' })
  })
  it('hidden rows, merged cells and zeros that a format adds are remarked', async () => {
    const data =
      '<row r="1"><c><v>1</v></c></row><row r="2" hidden="1"><c s="1"><v>7</v></c></row><row r="3" hidden="true"/>'
    const parts = buildParts(data, {
      'xl/styles.xml': buildStyles(
        '<numFmt numFmtId="164" formatCode="000"/>',
        '<xf numFmtId="0"/><xf numFmtId="164"/>',
      ),
      'xl/worksheets/sheet1.xml': buildSheet(
        data,
        '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A9"/></mergeCells>',
      ),
    })
    const book = await openWorkbook(await writeFixture(await buildZip(parts)))
    expect(await readRows(book, 0)).toEqual([
      { number: 1, cells: [1] },
      { number: 2, cells: ['007'], hidden: true },
    ])
    expect(book.remarks()).toEqual({ merged: [1, 9], zeroPadded: 1 })
    await book.close()
  })
  it('the date system of 1904 has a first day', async () =>
    expect(
      await readData('<row><c s="1"><v>44890</v></c><c s="1"><v>0</v></c></row>', {
        'xl/workbook.xml': buildWorkbook(oneSheet, '<workbookPr date1904="1"/>'),
      }),
    ).toEqual([[{ date: '2026-11-26' }, { date: '1904-01-01' }]]))
  it('merged cells have their value at the first; empty rows and styled empty cells do not count', async () => {
    const data =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"/></row><row r="3" ht="20"/><row r="5"><c r="B5"><v>5</v></c><c r="XFD5" s="1"/></row><row r="9"><c r="A9" s="1"/></row>'
    const parts = buildParts(data, {
      'xl/worksheets/sheet1.xml': buildSheet(data, '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>'),
    })
    expect((await readSheets(await buildZip(parts))).rows).toEqual([
      [
        { number: 1, cells: ['甲'] },
        { number: 5, cells: [null, 5] },
      ],
    ])
  })
  it('prefixed elements, parts elsewhere, a sheet of a chart, UTF-16', async () => {
    const utf16 = Buffer.from(`\ufeff${buildSheet('<row><c><v>7</v></c></row>')}`, 'utf16le')
    const prefixed =
      '<x:worksheet xmlns:x="urn:x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>前缀</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const { rows } = await readSheets(
      await buildZip(
        buildParts('', {
          'xl/workbook.xml': buildWorkbook(
            `${oneSheet}<sheet name="图" sheetId="2" r:id="rId2"/><sheet name="宽" sheetId="3" state="hidden" r:id="rId3"/>`,
          ),
          'xl/_rels/workbook.xml.rels': buildRelations(
            ['rId1', 'worksheet', '/other/first.xml'],
            ['rId2', 'chartsheet', 'chart.xml'],
            ['rId3', 'worksheet', '../wide.xml'],
          ),
          'other/first.xml': prefixed,
          'wide.xml': utf16,
        }),
      ),
    )
    expect(rows.map((sheetRows) => sheetRows.map(({ cells }) => cells))).toEqual([[['前缀']], [], [[7]]])
  })
  it('texts beyond the bound lie in a file, and are found by number', async () => {
    const count = 5_000
    const items = Array.from({ length: count }, (_, at) => `<si><t>第${at}项${'长'.repeat(at % 50)}</t></si>`).join('')
    const order = Array.from({ length: count }, (_, at) => (at * 37) % count)
    const data = order.map((at) => `<row><c t="s"><v>${at}</v></c></row>`).join('')
    const parts = buildParts(data, { 'xl/sharedStrings.xml': buildStrings(items) })
    const cells = await readCells(await buildZip(parts), { sharedBytes: 1_000 })
    expect(cells).toEqual(order.map((at) => [`第${at}项${'长'.repeat(at % 50)}`]))
  })
})

it.each(Object.entries(foreignWorkbooks))('a table that %s writes is read', async (_, parts) =>
  expect(await readParts(parts)).toEqual(foreignTable),
)

describe('CSV', () => {
  it.each([
    [
      'a,b\r\n1,"x, ""y""\n z"\r\n',
      [
        ['a', 'b'],
        ['1', 'x, "y"\n z'],
      ],
    ],
    [
      '\ufeff名,号\n甲,007\n',
      [
        ['名', '号'],
        ['甲', '007'],
      ],
    ],
    [
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['sep=;\na;b,c\n', [['a', 'b,c']]],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a 5" b,c\n', [['a 5" b', 'c']]],
    ['"a"b,c\n', [['ab', 'c']]],
    ['a,,\n,,\n\n,b,""\n', [['a'], [null, 'b']]],
    ['"",""\n', []],
    [
      '="00123",="a""b"\n"=""007""",=1\n',
      [
        ['00123', 'a"b'],
        ['007', '=1'],
      ],
    ],
    ['员工表\n名\t姓,名\n甲\t乙\n', [['员工表'], ['名', '姓,名'], ['甲', '乙']]],
    ['标题\n甲\t乙\n丙\n', [['标题'], ['甲\t乙'], ['丙']]],
  ])('%j', async (content, expected) => expect(await readCells(Buffer.from(content))).toEqual(expected))
  it('GB18030 and UTF-16 are recognised', async () => {
    const gb18030 = Buffer.from('d0d5c3fb2cbac50ad5c5c8fd2c310a8139ef300a', 'hex')
    expect(await readCells(gb18030)).toEqual([['姓名', '号'], ['张三', '1'], ['㐁']])
    expect(await readCells(Buffer.from('\ufeff名\t号\n', 'utf16le'))).toEqual([['名', '号']])
  })
  it('rows have the numbers of a sheet', async () =>
    expect((await readSheets(Buffer.from('a\n\n"b\nc"\nd'))).rows[0]?.map(({ number }) => number)).toEqual([1, 3, 4]))
})

it('a sheet is left for another, and read again', async () => {
  const long = Array.from({ length: 30_000 }, (_, at) => [at])
  const book = await openWorkbook(await writeFixture(writeWorkbook([sheet(long), { ...sheet([['二']]), name: '二' }])))
  for await (const batch of book.rows(0)) {
    expect(batch[0]?.cells).toEqual([0])
    break
  }
  expect(await readRows(book, 1)).toEqual([{ number: 1, cells: ['二'] }])
  expect(await readRows(book, 0)).toHaveLength(long.length)
  await book.close()
})
it('ends a thread that works too long, and one whose memory is full', async () => {
  const rows = function* () {
    for (let at = 0; at < 100; at += 1) yield Array.from({ length: 1000 }, () => [Math.random(), Math.random()])
  }
  const path = await writeFixture(writeWorkbook([{ name: '表', untitled: true, columns: [], rows: rows() }]))
  const opened = await openWorkbook(path)
  await opened.close()
  await expect(readCells(writeWorkbook([{ ...sheet([]), rows: rows() }]), { workMs: 1 })).rejects.toMatchObject({
    reason: 'tooSlow',
  })
  const texts = Array.from({ length: 400_000 }, (_, at) => `<si><t>${Math.random()}${at}</t></si>`).join('')
  const parts = buildParts('<row><c t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': buildStrings(texts) })
  await expect(readCells(await buildZip(parts), { heapMb: 24 })).rejects.toMatchObject({ reason: 'contentTooLarge' })
})
