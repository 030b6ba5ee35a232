import { posix } from 'node:path'
import { contentTypesPart, haveMacros, readPartTypes } from '../part-types.ts'
import type { Limits } from './limits.ts'
import { readNumberFormats } from './number-formats.ts'
import { openPackage, type Package } from './package-reader.ts'
import { type Attributes, parseAll } from './parse-xml.ts'
import { isTrue, readSheet, type SheetRemarks, type SheetRow } from './read-sheet.ts'
import { Refusal } from './refusal.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'

export type SheetInfo = { readonly name: string; readonly hidden: boolean }
/** An opened file, in the thread that reads it. */
export type Source = {
  readonly sheets: readonly SheetInfo[]
  readonly rows: (sheet: number) => AsyncGenerator<SheetRow[], SheetRemarks | undefined>
  readonly close: () => void
}

type Relation = { readonly id: string; readonly kind: string; readonly target: string }
const maxRelations = 10_000

/** What a part refers to inside the package. Links to the outside are skipped: none is ever followed. */
const readRelations = async (pack: Package, of: string, limits: Limits): Promise<Relation[]> => {
  const folder = posix.dirname(of)
  const name = posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  const relations: Relation[] = []
  const open = (element: string, { Id = '', Type = '', Target = '', TargetMode }: Attributes) => {
    if (element !== 'Relationship' || TargetMode === 'External') return
    // Kinds have an address in one standard and another in the next; the end is the same.
    relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), target: posix.resolve('/', folder, Target) })
    if (relations.length > maxRelations) throw new Refusal('contentTooLarge')
  }
  await parseAll(pack.part(name, limits.smallPartBytes), 'Relationships', { open }, limits)
  return relations
}

const refuseByTypes = async (pack: Package, limits: Limits) => {
  if (!pack.has(contentTypesPart)) throw new Refusal('notAWorkbook')
  const types = await readPartTypes(pack.part(contentTypesPart, limits.smallPartBytes), pack.parts, limits)
  if (haveMacros(types)) throw new Refusal('macros')
  if (![...types].some((type) => /spreadsheetml\.\w+\.main\+xml/.test(type))) throw new Refusal('notAWorkbook')
}

type ListedSheet = SheetInfo & { readonly relation: string }
const readWorkbookPart = async (pack: Package, path: string, limits: Limits) => {
  const sheets: ListedSheet[] = []
  let is1904 = false
  const open = (element: string, attributes: Attributes) => {
    if (element === 'workbookPr') is1904 = isTrue(attributes.date1904)
    if (element !== 'sheet') return
    const relation = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
    sheets.push({ name: attributes.name ?? '', hidden: /hidden/i.test(attributes.state ?? ''), relation })
    if (sheets.length > limits.sheets) throw new Refusal('tooManySheets', { limit: limits.sheets })
  }
  await parseAll(pack.part(path, limits.smallPartBytes), 'workbook', { open }, limits)
  if (sheets.length === 0) throw new Refusal('damaged')
  return { sheets, is1904 }
}

/** Sheets that have a part, with it. Programs also list those of macros that they have left out. */
const listParts = (pack: Package, sheets: readonly ListedSheet[], relations: readonly Relation[]) => {
  const found = sheets.flatMap(({ name, hidden, relation }) => {
    const part = relations.find(({ id }) => id === relation)
    // A chart has a sheet of its own, without rows.
    return part && (part.kind === 'chartsheet' || pack.has(part.target)) ? [{ info: { name, hidden }, part }] : []
  })
  if (found.length === 0) throw new Refusal('damaged')
  return found
}

const describe = async (pack: Package, limits: Limits) => {
  await refuseByTypes(pack, limits)
  const main = (await readRelations(pack, '/', limits)).find(({ kind }) => kind === 'officeDocument')
  if (!main) throw new Refusal('damaged')
  const { sheets, is1904 } = await readWorkbookPart(pack, main.target, limits)
  const relations = await readRelations(pack, main.target, limits)
  if (relations.some(({ kind }) => kind === 'vbaProject')) throw new Refusal('macros')
  const findTarget = (kind: string) => relations.find((one) => one.kind === kind && pack.has(one.target))?.target
  const styles = findTarget('styles')
  const formats = styles ? await readNumberFormats(pack.part(styles, limits.smallPartBytes), limits) : []
  return { sheets: listParts(pack, sheets, relations), is1904, formats, strings: findTarget('sharedStrings') }
}

/**
 * Opens an .xlsx workbook: its zip, list of sheets and styles are judged and read, rows when they are asked for.
 * @throws Refusal
 */
export const openXlsx = async (path: string, fileBytes: number, limits: Limits): Promise<Source> => {
  const pack = await openPackage(path, fileBytes, limits)
  try {
    const { sheets, is1904, formats, strings } = await describe(pack, limits)
    let shared: SharedStrings | undefined
    return {
      sheets: sheets.map(({ info }) => info),
      rows: async function* (at) {
        const part = sheets[at]?.part
        if (part?.kind === 'chartsheet') return undefined
        if (part?.kind !== 'worksheet') throw new Refusal('damaged')
        if (strings && !shared) shared = await readSharedStrings(pack.part(strings), limits)
        return yield* readSheet(pack.part(part.target), { strings: shared, formats, is1904 }, limits)
      },
      close: () => {
        shared?.close()
        pack.close()
      },
    }
  } catch (error) {
    pack.close()
    throw error
  }
}
