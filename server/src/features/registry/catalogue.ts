import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/db/database.ts'
import { addressKey, declared } from './declared.ts'
import { registryRepository as repository } from './registry.repository.ts'

type Known = { key: string; name: string; origin: string; state: string; declared: unknown }
type Written = { name: string }
type State = 'active' | 'new' | 'changed' | 'missing'
type Writes<Row> = {
  keyOf(row: Row): string
  add(row: Row, state: State): Promise<unknown>
  redeclare(row: Row, name: string, state: State): Promise<unknown>
}

/** What no screen needs to know of: keys that are not there are not in JSON either. */
const asJson = (row: unknown): unknown => JSON.parse(JSON.stringify(row))

/** Writes the rows of one kind. Out: the keys of those the code no longer declares and that are not flagged yet. */
const write = async <Row extends Written>(rows: readonly Row[], known: readonly Known[], writes: Writes<Row>) => {
  const byKey = new Map(known.map((each) => [each.key, each]))
  // On the first start there is nothing that could be new.
  const added: State = known.some(({ declared: said }) => said !== null) ? 'new' : 'active'
  for (const row of rows) {
    const found = byKey.get(writes.keyOf(row))
    if (!found) await writes.add(row, added)
    else if (found.state === 'missing' || !isDeepStrictEqual(found.declared, asJson(row))) {
      const before = found.declared as Written | null
      const relabelled = before !== null && found.name !== before.name
      const state = found.state === 'missing' || before !== null ? 'changed' : 'active'
      await writes.redeclare(row, relabelled ? found.name : row.name, state)
    }
  }
  const present = new Set(rows.map(writes.keyOf))
  return known.flatMap(({ key, origin, state }) =>
    origin === 'code' && state !== 'missing' && !present.has(key) ? key : [],
  )
}

/**
 * Writes what the code declares: modules, elements, APIs, and which element opens a new API. What is declared no longer
 * is flagged, never removed; labels and bindings that somebody changed stay (architecture §9). Safe to repeat; writes
 * nothing when nothing changed.
 */
export const syncRegistry = async (db: Db): Promise<void> => {
  await repository.takeTurn(db)
  const [now, known] = [declared(), await repository.known(db)]
  const modules = await write(now.modules, known.modules, {
    keyOf: ({ code }) => code,
    add: (row, state) => repository.addModule(db, row, state),
    redeclare: (row, name, state) => repository.redeclareModule(db, row, name, state),
  })
  const elements = await write(now.elements, known.elements, {
    keyOf: ({ code }) => code,
    add: (row, state) => repository.addElement(db, row, state),
    redeclare: (row, name, state) => repository.redeclareElement(db, row, name, state),
  })
  const apis = await write(now.apis, known.apis, {
    keyOf: (row) => addressKey(row),
    add: (row, state) => repository.addApi(db, row, state),
    redeclare: (row, name, state) => repository.redeclareApi(db, row, name, state),
  })
  await repository.markMissing(db, { modules, elements, apis })
}
