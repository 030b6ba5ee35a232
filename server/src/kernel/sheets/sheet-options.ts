import type { Database } from '../db/database.ts'
import type { Actor } from '../scope.ts'

/** Entries of a drop-down, or those that belong to each entry of another column. */
export type SheetOptions = readonly string[] | ReadonlyMap<string, readonly string[]>
/** Reads what may stand for rows of an entity in cells, as far as the caller may see them; at most `limit`. */
export type ReadSheetOptions = (database: Database, actor: Actor, limit: number) => Promise<SheetOptions>
