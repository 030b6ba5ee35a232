/** Locks of tables that others may wait for, from the weakest to the strongest. */
const modes = [
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'AccessExclusiveLock',
] as const
export type LockMode = (typeof modes)[number]
/** What grows with the table: nothing, reading it, reading it for an index, writing it again, writing its rows. */
const works = ['none', 'scan', 'index', 'rows', 'rewrite'] as const
export type Work = (typeof works)[number]
/** What a statement does to a table that is there already, or to that of the index or constraint named so. */
export type Effect = {
  table: string
  lock: LockMode
  work: Work
  /** The lock of the tables that its foreign keys refer to; undefined: none. */
  referred?: LockMode | undefined
}

const stronger = <T>(order: readonly T[], one: T, other: T): T =>
  order.indexOf(one) > order.indexOf(other) ? one : other
/** One effect for each table: its strongest lock and its most work. */
export const mergeEffects = (effects: readonly Effect[]): Effect[] => {
  const byTable = new Map<string, Effect>()
  for (const effect of effects) {
    const { lock = effect.lock, work = effect.work } = byTable.get(effect.table) ?? {}
    const { table } = effect
    byTable.set(table, {
      ...effect,
      lock: stronger(modes, lock, effect.lock),
      work: stronger(works, work, effect.work),
    })
  }
  return [...byTable.values()]
}

const normalize = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b(if (not )?exists|only) /gi, '')
    .trim()
    .toLowerCase()

/** Parts of an `alter table`, apart by commas outside of brackets. */
const splitActions = (text: string): string[] => {
  const actions = ['']
  let depth = 0
  for (const letter of text) {
    depth += Number(letter === '(') - Number(letter === ')')
    if (letter === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += letter
  }
  return actions.map((action) => action.trim())
}

const constantDefault =
  /^add (?:column )?\w+ (?!.*\b(?:default (?!-?[\d.]+\b|'[^']*'|true|false|null|now\(\)|current_)|generated|serial|bigserial))/
/** What an action of `alter table` does, by the first rule that fits. */
const actions: readonly [RegExp, LockMode, Work][] = [
  [/^validate constraint/, 'ShareUpdateExclusiveLock', 'scan'],
  [/^(?:set|reset) \(/, 'ShareUpdateExclusiveLock', 'none'],
  [/^alter (?:column )?\w+ (?:set statistics|set \(|reset \()/, 'ShareUpdateExclusiveLock', 'none'],
  [/^attach partition/, 'ShareUpdateExclusiveLock', 'scan'],
  [/^detach partition .* concurrently/, 'ShareUpdateExclusiveLock', 'none'],
  [/^add constraint .* foreign key .* not valid$/, 'ShareRowExclusiveLock', 'none'],
  [/^add constraint .* foreign key/, 'ShareRowExclusiveLock', 'scan'],
  [/^add constraint .* (?:not valid|using index \w+)$/, 'AccessExclusiveLock', 'none'],
  [/^add constraint .* (?:unique|primary key)/, 'AccessExclusiveLock', 'index'],
  [/^add constraint/, 'AccessExclusiveLock', 'scan'],
  [constantDefault, 'AccessExclusiveLock', 'none'],
  [/^add (?:column )?\w+ /, 'AccessExclusiveLock', 'rewrite'],
  [/^alter (?:column )?\w+ (?:set data )?type/, 'AccessExclusiveLock', 'rewrite'],
  [/^alter (?:column )?\w+ set not null/, 'AccessExclusiveLock', 'scan'],
  [/^(?:set logged|set unlogged|set access method|set tablespace)/, 'AccessExclusiveLock', 'rewrite'],
]
const describeAction = (table: string, action: string): Effect[] => {
  const [, lock, work] = actions.find(([rule]) => rule.test(action)) ?? [undefined, 'AccessExclusiveLock', 'none']
  const [, referred] = action.match(/\breferences (\w+)/) ?? []
  const [, dropped] = action.match(/^drop constraint (\w+)/) ?? []
  const [, child] = action.match(/^(?:at|de)tach partition (\w+)/) ?? []
  return [
    { table, lock, work },
    ...(referred ? [{ table: referred, lock: 'ShareRowExclusiveLock', work: 'none' } as const] : []),
    // Of a foreign key, the table that it refers to.
    ...(dropped ? [{ table: dropped, lock: 'AccessExclusiveLock', work: 'none' } as const] : []),
    ...(child ? [{ table: child, lock: 'AccessExclusiveLock', work: 'none' } as const] : []),
  ]
}

type Describe = (found: RegExpMatchArray) => Effect[]
const on =
  (lock: LockMode, work: Work = 'none', referred?: LockMode): Describe =>
  ([, table = '']) => [{ table, lock, work, referred }]
const nothing: Describe = () => []
const describeReferences: Describe = ({ input = '', 1: created }) =>
  [...input.matchAll(/\breferences (\w+)/g)].flatMap(([, table = '']): Effect[] =>
    table === created ? [] : [{ table, lock: 'ShareRowExclusiveLock', work: 'none' }],
  )
/** What a statement does, by the first rule that fits; the table is the first group. */
const statements: readonly [RegExp, Describe][] = [
  [
    /^alter table (\w+) (.*)$/,
    ([, table = '', rest = '']) => splitActions(rest).flatMap((each) => describeAction(table, each)),
  ],
  [/^create (?:unique )?index concurrently \w+ on (\w+)/, on('ShareUpdateExclusiveLock', 'index')],
  [/^create (?:unique )?index \w+ on (\w+)/, on('ShareLock', 'index')],
  [/^create statistics \w+ .*? from (\w+)/, on('ShareUpdateExclusiveLock')],
  [/^drop index concurrently (\w+)/, on('ShareUpdateExclusiveLock')],
  [/^drop index (\w+)/, on('AccessExclusiveLock')],
  [/^create table \w+ partition of (\w+)/, on('AccessExclusiveLock', 'none', 'ShareRowExclusiveLock')],
  [/^create (?:unlogged )?table (\w+) .*\breferences\b/, describeReferences],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on (\w+)/, on('ShareRowExclusiveLock')],
  [/^drop trigger \w+ on (\w+)/, on('AccessExclusiveLock')],
  [/^(?:create|alter|drop) policy \w+ on (\w+)/, on('AccessExclusiveLock')],
  [/^drop table (\w+)/, on('AccessExclusiveLock', 'none', 'AccessExclusiveLock')],
  [/^truncate(?: table)? (\w+)/, on('AccessExclusiveLock')],
  [/^(?:insert into|update|delete from) (\w+)/, on('RowExclusiveLock', 'rows')],
  [/^call (?:keep_to_|share_with_|let_)\w+\('(\w+)'/, on('AccessExclusiveLock')],
  [/^call (?:reference_files|has_subjects)\('(\w+)'/, on('ShareRowExclusiveLock')],
  [/^comment on (?:table|column) (\w+)/, on('ShareUpdateExclusiveLock')],
  [
    /^(?:create (?:or replace )?|alter |drop )(?:unlogged )?(?:table|function|procedure|view|type|domain|sequence|collation|schema|extension|statistics|role)\b/,
    nothing,
  ],
  [/^(?:grant|revoke|comment on)\b/, nothing],
]

/**
 * Which locks of tables a statement takes and what it does with them, without those that no one waits for. A table that it
 * creates is not among them.
 * @returns undefined if its text does not say so, as with a block of code
 */
export const describeEffects = (statement: string): Effect[] | undefined => {
  const text = normalize(statement)
  for (const [rule, describe] of statements) {
    const found = text.match(rule)
    if (found) return mergeEffects(describe(found))
  }
}
