import { xmlText } from './cell-text.ts'
import type { Sheet } from './workbook.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const mediaTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const maxNameLength = 31

/** Names of sheets as every program accepts them: without forbidden characters, short, and each once. */
const sheetNames = (wanted: readonly string[]): string[] => {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const clean =
      name
        .replace(/[[\]:*?/\\\p{Cc}]/gu, '_')
        .replace(/^'|'$/g, '_')
        .slice(0, maxNameLength) || '_'
    let free = clean
    for (let n = 2; taken.has(free.toLowerCase()); n += 1)
      free = `${clean.slice(0, maxNameLength - String(n).length - 2)}(${n})`
    taken.add(free.toLowerCase())
    return free
  })
}

const relationsXml = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export const rootRelations = relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']])
export const sheetRelations = (number: number): string =>
  relationsXml([
    ['rId1', 'vmlDrawing', `../drawings/vmlDrawing${number}.vml`],
    ['rId2', 'comments', `../comments${number}.xml`],
  ])
export const workbookRelations = (sheets: readonly Sheet[]): string =>
  relationsXml([
    ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
    [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
  ])

export const workbookXml = (sheets: readonly Sheet[]): string => {
  const names = sheetNames(sheets.map(({ name }) => name))
  return `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><bookViews><workbookView activeTab="${sheets.findIndex(({ hidden }) => !hidden)}"/></bookViews><sheets>${sheets
    .map(
      ({ hidden }, at) =>
        `<sheet name="${xmlText(names[at] ?? '')}" sheetId="${at + 1}"${hidden ? ' state="veryHidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('')}</sheets></workbook>`
}

/** Takes the numbers of the sheets that have notes. */
export const contentTypes = (sheets: readonly Sheet[], noted: readonly number[]): string => {
  const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${mediaTypes}.${type}+xml"/>`
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/styles.xml', 'styles')}${sheets.map((_, at) => part(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}${noted.map((number) => part(`xl/comments${number}.xml`, 'comments')).join('')}</Types>`
}
