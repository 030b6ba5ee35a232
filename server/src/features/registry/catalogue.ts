import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/db/database.ts'
import { addressKey, declared } from './declared.ts'
import { registryRepository as repository } from './registry.repository.ts'

type Known = { key: string; origin: string; state: string; declared: unknown; labels: Record<string, unknown> }
type State = 'active' | 'new' | 'changed' | 'missing' | 'deprecated'
type Writes<Row, Labels> = {
  keyOf(row: Row): string
  /** What people may say otherwise. */
  labelsOf(row: Row): Labels
  add(row: Row, state: State): Promise<unknown>
  redeclare(row: Row, labels: Labels, state: State): Promise<unknown>
}

/** What no screen needs to know of: keys that are not there are not in JSON either. */
const asJson = (row: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(row))
/** Rows move when others come in between; that is no news of their own. */
const withoutPlace = ({ sort: _, ...row }: Record<string, unknown>) => row

const stateAfter = ({ state, declared: said }: Known, row: unknown): State => {
  if (state === 'missing') return 'changed'
  if (said === null) return 'active'
  const isNews = !isDeepStrictEqual(withoutPlace(asJson(said)), withoutPlace(asJson(row)))
  return isNews && state === 'active' ? 'changed' : (state as State)
}
/** Label by label: what nobody changed since the code last spoke follows the code, what somebody changed stays. */
const kept = <Labels extends object>({ labels, declared: said }: Known, spoken: Labels): Labels => {
  const before = said as Record<string, unknown> | null
  const stays = (name: string) => before !== null && labels[name] !== before[name]
  return Object.fromEntries(
    Object.entries(spoken).map(([name, value]) => [name, stays(name) ? labels[name] : value]),
  ) as Labels
}

/** Writes the rows of one kind. Out: the keys of those the code no longer declares and that are not flagged yet. */
const write = async <Row, Labels extends object>(
  rows: readonly Row[],
  known: readonly Known[],
  writes: Writes<Row, Labels>,
) => {
  const byKey = new Map(known.map((each) => [each.key, each]))
  // On the first start there is nothing that could be new.
  const added: State = known.some(({ declared: said }) => said !== null) ? 'new' : 'active'
  for (const row of rows) {
    const found = byKey.get(writes.keyOf(row))
    if (!found) await writes.add(row, added)
    else if (found.state === 'missing' || !isDeepStrictEqual(found.declared, asJson(row)))
      await writes.redeclare(row, kept(found, writes.labelsOf(row)), stateAfter(found, row))
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
    labelsOf: ({ name, sort }) => ({ name, sort }),
    add: (row, state) => repository.addModule(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareModule(db, row, labels, state),
  })
  const elements = await write(now.elements, known.elements, {
    keyOf: ({ code }) => code,
    labelsOf: ({ name, sort, risk, module }) => ({ name, sort, risk, module }),
    add: (row, state) => repository.addElement(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareElement(db, row, labels, state),
  })
  const apis = await write(now.apis, known.apis, {
    keyOf: (row) => addressKey(row),
    labelsOf: ({ name, module }) => ({ name, module }),
    add: (row, state) => repository.addApi(db, row, state),
    redeclare: (row, labels, state) => repository.redeclareApi(db, row, labels, state),
  })
  await repository.markMissing(db, { modules, elements, apis })
}
