import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { runEachInSavepoint } from '../db/run-each-in-savepoint.ts'
import { runRolledBack } from '../db/savepoint.ts'
import type { RequestScope } from '../scope.ts'
import type { Judged } from './bulk-source.ts'

/** The scope without what would outlive a change that is rolled back. */
const rehearsal = (scope: RequestScope): RequestScope => ({
  ...scope,
  note: () => undefined,
  confirm: () => undefined,
  afterCommit: () => undefined,
})

/**
 * Changes rows one after the other, as they will be changed, and rolls everything back. Takes the change of one row,
 * and what runs all of them, for measuring what they do together.
 * @returns the refusals by id
 */
export const tryRows = async (
  scope: RequestScope,
  ids: readonly string[],
  work: (own: RequestScope, id: string) => Promise<unknown>,
  around: (own: RequestScope, changeAll: () => Promise<void>) => Promise<void> = (_, changeAll) => changeAll(),
): Promise<ReadonlyMap<string, ErrorSpec>> => {
  const own = rehearsal(scope)
  let refusals: ReadonlyMap<string, ErrorSpec> = new Map()
  const changeAll = async () => {
    const rows = ids.map((id) => ({ id }))
    const { failed } = await runEachInSavepoint(own, rows, (each, { id }) => work(each, id))
    refusals = new Map(failed.map(({ id, code, msg }) => [id, { code, msg }]))
  }
  await runRolledBack(scope.db, () => around(own, changeAll))
  return refusals
}

/**
 * The same for changes that ask for a confirmation.
 * @returns what each showed, summed as numbers
 */
export const tryAndSum = async (
  scope: RequestScope,
  ids: readonly string[],
  work: (own: RequestScope, id: string) => Promise<unknown>,
  toNumbers: (shown: unknown) => Readonly<Record<string, number>>,
): Promise<Judged> => {
  const impact: Record<string, number> = {}
  const confirm = (shown: unknown) => {
    for (const [name, count] of Object.entries(toNumbers(shown))) impact[name] = (impact[name] ?? 0) + count
  }
  return { refusals: await tryRows(scope, ids, (own, id) => work({ ...own, confirm }, id)), impact }
}
