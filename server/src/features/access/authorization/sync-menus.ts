import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import { menus } from '../menus/index.ts'
import { type MenuContent, mergeMenu } from './merge-menu.ts'
import { syncMenusRepository as repository } from './sync-menus.repository.ts'

type Seed = { code: string; parent?: string; name: string; kind: string; sort: number; metadata: object }

const toContent = ({ parent = undefined, name, kind, sort, metadata }: Seed): MenuContent => ({
  parent: parent ?? null,
  name,
  kind,
  sort,
  metadata: { ...metadata },
})

/** A menu's ancestors as the seeds arrange them, nearest first. */
const ancestorsOf = (seeds: ReadonlyMap<string, Seed>, parent: string | null): string[] => {
  if (parent === null) return []
  return [parent, ...ancestorsOf(seeds, seeds.get(parent)?.parent ?? null)]
}

/**
 * Writes the code's menus to the database: adds new ones; unedited fields of known ones follow the code; those the code
 * no longer has leave when nothing is below them, and stay as the administrators' own otherwise. A moved menu stays
 * visible: roles and plans that have it get its new ancestors. Takes the seeds, each after its parent. Idempotent.
 */
export const mergeMenus = async (db: Db, seeds: readonly Seed[]): Promise<void> => {
  await menus.lockTree(db)
  const stored = new Map((await repository.all(db)).map((row) => [row.code, row]))
  const ids = new Map([...stored].map(([code, { id }]) => [code, id]))
  const seedOf = new Map(seeds.map((seed) => [seed.code, seed]))
  for (const seed of seeds) {
    const declared = toContent(seed)
    const row = stored.get(seed.code)
    const id = row?.id ?? newId()
    ids.set(seed.code, id)
    const content = row ? mergeMenu(row, row.declared, declared) : declared
    const parentId = content.parent === null ? null : (ids.get(content.parent) ?? null)
    await repository.upsert(db, { id, code: seed.code, parentId, content, declared })
    if (!row || row.parent === content.parent) continue
    const ancestors = ancestorsOf(seedOf, content.parent).flatMap((code) => ids.get(code) ?? [])
    await repository.grantToHolders(db, id, ancestors)
  }
  await repository.retire(db, [...seedOf.keys()])
}
