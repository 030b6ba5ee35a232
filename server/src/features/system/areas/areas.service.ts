import {
  type AreaPath,
  type AreaRow,
  type AreasExport,
  maxAreaMatches,
} from '@atrium/contract/features/system/areas/areas.contract.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import type { Actor, DetachedScope } from '../../../kernel/scope.ts'
import { areaLine, areaOfCode, levelOfArea } from './area-codes.ts'
import { createAreaSearch } from './area-search.ts'
import { areaSource, type ExportedArea } from './area-sheet.ts'
import { areasRepository as repository, type StoredArea } from './areas.repository.ts'

const platform = { reach: 'platform' } as const

/**
 * Returns the areas from the province to one, itself included.
 * @param codes the codes that will be asked for
 */
const readLines = async (db: Db, codes: readonly string[]) => {
  const stored = await repository.find(db, [...new Set(codes.flatMap(areaLine))])
  const succeeding = await repository.find(
    db,
    stored.flatMap(({ until, successor }) => (until !== null && successor !== null ? [successor] : [])),
  )
  const areas = new Map([...succeeding, ...stored].map((area) => [area.code, area]))
  return (code: string) => {
    const isInForce = areas.get(code)?.until === null
    // Towns keep their digits when their county gets another code.
    const findCurrent = (area: StoredArea) =>
      isInForce && area.until !== null && area.successor !== null ? (areas.get(area.successor) ?? area) : area
    return [
      ...new Set(
        areaLine(code)
          .flatMap((each) => areas.get(each) ?? [])
          .map(findCurrent),
      ),
    ]
  }
}
const toNames = (line: readonly { name: string }[]) => line.map(({ name }) => name)

/** Areas after a code with their full names, as they were named. */
const readExported = async (db: Db, request: AreasExport, after: string, size: number): Promise<ExportedArea[]> => {
  const rows = await repository.exportedAfter(db, request, after, size)
  const toLine = await readLines(
    db,
    rows.map(({ code }) => code),
  )
  return rows.map((row) => ({ ...row, fullName: toNames(toLine(row.code)).join(' / ') }))
}

type Ports = Pick<BasePorts, 'database' | 'exportSheet'>
/** What a code stands for; undefined if there has been no such area. */
export const findAreaPath = async (db: Db, code: string): Promise<AreaPath | undefined> => {
  const [area] = await repository.find(db, [code])
  if (!area) return undefined
  const today = area.successor ?? code
  const toLine = await readLines(db, [code, today])
  return { code, names: toNames(toLine(code)), today, todayNames: toNames(toLine(today)), until: area.until }
}

/** Administrative divisions, which are the same for all companies. */
export const createAreas = ({ database, exportSheet }: Ports) => {
  const search = createAreaSearch(database)
  const listMatches = async (words: string): Promise<AreaRow[]> => {
    const codes = await search(words, maxAreaMatches)
    if (codes.length === 0) return []
    return database.read(platform, async (db) => {
      const toLine = await readLines(db, codes)
      return codes.map((code) => {
        const line = toLine(code)
        const { name = '', pinyin = '' } = line.at(-1) ?? {}
        const level = levelOfArea(code)
        const fullName = toNames(line).join(' / ')
        const parent = line.at(-2)?.code ?? ''
        return { code, name, fullName, parent, level, pinyin, leaf: level === 4 }
      })
    })
  }
  const listChildren = (parent: string): Promise<AreaRow[]> =>
    database.read(platform, async (db) => {
      const rows = await repository.children(db, parent)
      const above = parent === '' ? [] : toNames((await readLines(db, [parent]))(parent))
      return rows.map((row) => ({ ...row, fullName: [...above, row.name].join(' / ') }))
    })
  return {
    list: ({ parent, search: words }: { parent: string; search: string }): Promise<AreaRow[]> =>
      words === '' ? listChildren(parent) : listMatches(words),
    export: (scope: DetachedScope<Actor>, request: AreasExport) =>
      exportSheet(scope, {
        source: areaSource,
        request,
        reach: platform,
        count: (db, max) => repository.countExported(db, request, max),
        batch: (db, after, size) => readExported(db, request, after?.code ?? '', size),
      }),
    /** Throws `notFound`. */
    path: async (code: string) => orNotFound(await database.read(platform, (db) => findAreaPath(db, areaOfCode(code)))),
  }
}
