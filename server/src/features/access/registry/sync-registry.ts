import { isDeepStrictEqual } from 'node:util'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { addressKey } from '@atrium/contract/kernel/endpoint-address.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { declaredRegistry } from './declared-registry.ts'
import { registryRepository as repository } from './registry.repository.ts'

type StoredEntry = { key: string; origin: string; state: string; declared: unknown; labels: Record<string, unknown> }
type State = 'active' | 'new' | 'changed' | 'missing' | 'deprecated'
type EntryWriter<Row, Labels> = {
  toKey(row: Row): string
  /** Labels that administrators can edit. */
  pickLabels(row: Row): Labels
  add(row: Row, state: State): Promise<unknown>
  redeclare(row: Row, labels: Labels, state: State): Promise<unknown>
}

/** Drops undefined keys, as JSON does. */
const asJson = (row: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(row))
/** Inserted rows shift the order of others; that is not a change of theirs. */
const withoutSort = ({ sort: _, ...row }: Record<string, unknown>) => row

const stateAfter = ({ state, declared: previous }: StoredEntry, row: unknown): State => {
  if (state === 'missing') return 'changed'
  if (previous === null) return 'active'
  const hasChanged = !isDeepStrictEqual(withoutSort(asJson(previous)), withoutSort(asJson(row)))
  return hasChanged && state === 'active' ? 'changed' : (state as State)
}
/** Merges label by label: unedited labels follow the code, edited ones stay. */
const mergeLabels = <Labels extends object>(
  { labels, declared: previous }: StoredEntry,
  declaredLabels: Labels,
): Labels => {
  const before = previous as Record<string, unknown> | null
  const isEdited = (name: string) => before !== null && labels[name] !== before[name]
  return Object.fromEntries(
    Object.entries(declaredLabels).map(([name, value]) => [name, isEdited(name) ? labels[name] : value]),
  ) as Labels
}

/**
 * Writes the rows of one kind.
 * @returns the keys that the code no longer declares and that are not flagged yet
 */
const writeEntries = async <Row, Labels extends object>(
  rows: readonly Row[],
  known: readonly StoredEntry[],
  writer: EntryWriter<Row, Labels>,
) => {
  const byKey = new Map(known.map((each) => [each.key, each]))
  // On the first start nothing counts as new.
  const added: State = known.some(({ declared: previous }) => previous !== null) ? 'new' : 'active'
  for (const row of rows) {
    const found = byKey.get(writer.toKey(row))
    if (!found) await writer.add(row, added)
    else if (found.state === 'missing' || !isDeepStrictEqual(found.declared, asJson(row)))
      await writer.redeclare(row, mergeLabels(found, writer.pickLabels(row)), stateAfter(found, row))
  }
  const present = new Set(rows.map(writer.toKey))
  return known.flatMap(({ key, origin, state }) =>
    origin === 'code' && state !== 'missing' && !present.has(key) ? key : [],
  )
}

/**
 * Writes the declared modules, elements and APIs, and binds new APIs to their element. Entries no longer declared are
 * flagged, never deleted; edited labels and bindings stay. Idempotent; writes nothing without changes.
 */
export const syncRegistry = async (db: Db, catalogue: Catalogue): Promise<void> => {
  await repository.lock(db)
  const [current, known] = [declaredRegistry(catalogue), await repository.storedEntries(db)]
  const modules = await writeEntries(current.modules, known.modules, {
    toKey: ({ code }) => code,
    pickLabels: ({ name, sort }) => ({ name, sort }),
    add: (row, state) => repository.addModule(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareModule(db, row, labels, state),
  })
  const elements = await writeEntries(current.elements, known.elements, {
    toKey: ({ code }) => code,
    pickLabels: ({ name, sort, risk, module }) => ({ name, sort, risk, module }),
    add: (row, state) => repository.addElement(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareElement(db, row, labels, state),
  })
  const apis = await writeEntries(current.apis, known.apis, {
    toKey: (row) => addressKey(row),
    pickLabels: ({ name, module }) => ({ name, module }),
    add: (row, state) => repository.addApi(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareApi(db, row, labels, state),
  })
  await repository.markMissing(db, { modules, elements, apis })
}
