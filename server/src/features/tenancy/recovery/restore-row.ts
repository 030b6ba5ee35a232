import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import { runInSavepoint } from '../../../kernel/db/savepoint.ts'
import type { ConstraintErrors } from '../../../kernel/http/error-reply.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { ComparisonKey, Shape } from './compose-rows.repository.ts'
import { createRowRefusals, describeMissing, type MissingReference } from './missing-reference.ts'
import {
  type ChosenRow,
  type Json,
  type Outcome,
  restoredRowsRepository as repository,
} from './restored-rows.repository.ts'
import { createRowRules, type RulePorts, type Turn } from './row-rules.ts'

export type RestorePorts = RulePorts & { constraints: () => ConstraintErrors }
/** A transaction that puts rows back or takes that back. */
export type RestoreTurn = Turn & { comparison: ComparisonKey; shape: Shape; by: Person }
type Restored = { row: ChosenRow; became: Outcome }
type Waiting = (key: string) => Promise<ChosenRow | undefined>
/** Chains of rows that refer to each other are not longer. */
const mostSteps = 50

/** Puts rows back as they were archived, and takes that back, each in a savepoint. */
export const createRowRestorer = ({ constraints, ...ports }: RestorePorts) => {
  const rules = createRowRules(ports)
  const toRefusal = createRowRefusals(constraints)

  /** Writes a row as it was. Takes what it is now. */
  const write = async (turn: RestoreTurn, row: ChosenRow, content: Json, present: Json | null) => {
    const { db, shape, by } = turn
    const { judge, fill, settle, wrap } = rules[row.kind]
    const rewriting = { row, content, present }
    const writeAll = async () => {
      if (present) await repository.update(db, row, content, { present: shape.present, by })
      else await repository.insert(db, row, { ...content, ...fill?.(turn, content) }, shape)
      await settle?.(turn, rewriting)
    }
    await judge?.(turn, rewriting)
    if (wrap) await wrap(turn, rewriting, writeAll)
    else await writeAll()
  }

  const tryRow = async (turn: RestoreTurn, row: ChosenRow): Promise<Outcome | AppError> => {
    const { db, shape } = turn
    const present = await repository.hold(db, row, shape)
    if ((present?.digest ?? null) !== row.liveDigest) return new AppError(recoveryErrors.changedSince)
    const refusal = await runInSavepoint(db, () => write(turn, row, row.archived, present?.whole ?? null), toRefusal)
    if (refusal) return refusal
    const after = await repository.hold(db, row, shape)
    return { outcome: 'restored', before: present?.whole ?? null, digestAfter: after?.fullDigest ?? '' }
  }

  /** What a refused row refers to and what is not there. */
  const findMissing = async ({ db }: RestoreTurn, row: ChosenRow, became: Outcome | AppError) =>
    became instanceof AppError && became.spec === recoveryErrors.missing
      ? repository.findMissing(db, row, row.archived)
      : undefined
  const toNote = async ({ db, comparison }: RestoreTurn, refusal: AppError, missing: MissingReference | undefined) =>
    missing ? describeMissing(missing, await repository.findName(db, comparison, missing.key)) : refusal.spec.msg

  /** A row whose reference waits to be put back itself comes after it. */
  const restoreRow = async (turn: RestoreTurn, row: ChosenRow, waiting: Waiting, step = 0): Promise<Restored[]> => {
    const { db, comparison } = turn
    const done: Restored[] = []
    let became = await tryRow(turn, row)
    let missing = await findMissing(turn, row, became)
    while (missing && done.length + step < mostSteps) {
      const first = await waiting(missing.key)
      if (!first || first.key === row.key) break
      done.push(...(await restoreRow(turn, first, waiting, step + 1)))
      became = await tryRow(turn, row)
      missing = await findMissing(turn, row, became)
    }
    if (became instanceof AppError) became = { outcome: 'refused', note: await toNote(turn, became, missing) }
    await repository.setOutcome(db, comparison, row, became)
    return [...done, { row, became }]
  }

  /** Takes a row back that was put back, unless it has changed since. */
  const takeBack = async (turn: RestoreTurn, row: ChosenRow): Promise<Outcome> => {
    const { db, shape } = turn
    const present = await repository.hold(db, row, shape)
    if (present?.fullDigest !== row.digestAfter) return { outcome: 'kept', note: t('恢复后又有变更，已保留') }
    const { before } = row
    const refusal = await runInSavepoint(
      db,
      () => (before ? write(turn, row, before, present.whole) : repository.remove(db, row)),
      toRefusal,
    )
    return refusal ? { outcome: 'kept', note: t('{msg}，已保留', { msg: refusal.spec.msg }) } : { outcome: 'undone' }
  }
  return { restoreRow, takeBack }
}
