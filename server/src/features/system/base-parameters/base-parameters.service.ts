import {
  type BaseParameterRow,
  type BaseParameterWrite,
  baseParametersContract,
  type ValueChange,
} from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { baseParameterErrors } from '@atrium/contract/features/system/base-parameters/base-parameters.errors.ts'
import {
  problemWithBuiltin,
  problemWithNewValue,
} from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import { secretElsewhere } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import type { FieldError } from '@atrium/contract/kernel/envelope.ts'
import { assertVersion, orNotFound, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'
import { masked, baseParametersRepository as repository } from './base-parameters.repository.ts'
import type { Settings } from './settings.ts'

type Write = BaseParameterWrite & { version: number }
type Json = BaseParameterWrite['value']

const updatedEvent = baseParametersContract.update.audit.event
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

const refuseValues = (errors: readonly FieldError[]) => {
  const [first] = errors
  if (first) throw new AppError({ ...baseParameterErrors.valueMismatch, msg: first.msg }, { errors: [...errors] })
}

/** Code, kind and options of built-in parameters are fixed: the product reads them by code and relies on the type. */
const refuseChangedBuiltin = (current: BaseParameterRow, write: BaseParameterWrite) => {
  if (!current.builtin) return
  const same = current.code === write.code && current.kind === write.kind
  if (!same || current.options.join('\n') !== write.options.join('\n'))
    throw new AppError(baseParameterErrors.builtinFixed)
  const msg = problemWithBuiltin(current.code, write.value)
  if (msg) refuseValues([{ field: 'value', msg }])
}
const problemWithChange = (row: BaseParameterRow, value: Json) =>
  row.kind === 'secret' ? secretElsewhere : problemWithNewValue(row, value)

/** Stores a version; returns the audit note. */
const keepChange = async (db: Db, before: BaseParameterRow | undefined, after: BaseParameterRow) => {
  await repository.keepVersion(db, after.id)
  return {
    entityId: after.id,
    entityName: after.name,
    ...(before && { before: masked(before) }),
    after: masked(after),
  }
}

export const createBaseParametersService = (secrets: Secrets, settings: Settings) => {
  /** Locks the row and refuses a stale version. */
  const holdCurrent = async (scope: RequestScope, id: string, version: number) => {
    const row = orNotFound(await repository.hold(scope.db, id))
    assertVersion(masked(row), version)
    return row
  }
  /** Stores a version, writes the audit note and clears the cache. */
  const recordChange = async (scope: RequestScope, before: BaseParameterRow | undefined, after: BaseParameterRow) => {
    scope.note(await keepChange(scope.db, before, after))
    scope.afterCommit(settings.forget)
    return null
  }

  return {
    async create(scope: RequestScope, write: BaseParameterWrite) {
      const row = await repository.insert(scope.db, write, toAuthor(scope))
      await recordChange(scope, undefined, row)
      return { id: row.id }
    },

    async update(scope: RequestScope, id: string, { version, ...sent }: Write) {
      const before = await holdCurrent(scope, id, version)
      const write = keepSources(before, sent, ['name', 'desc'], before.builtin)
      refuseChangedBuiltin(before, write)
      // A secret keeps its sealed value; under another kind it would become readable.
      const value = write.kind !== 'secret' ? write.value : before.kind === 'secret' ? before.value : null
      return recordChange(
        scope,
        before,
        await repository.update(scope.db, id, { ...write, value: value as Json }, toAuthor(scope)),
      )
    },

    /** Changes all values or none; a refusal names each wrong one. */
    async updateValues(scope: RequestScope, changes: readonly ValueChange[]) {
      const held: { before: BaseParameterRow; value: Json; at: number }[] = []
      // In a fixed order, so that concurrent calls wait for each other instead of deadlocking.
      for (const { id, version, value, at } of changes.map((each, at) => ({ ...each, at })).sort(byId))
        held.push({ before: await holdCurrent(scope, id, version), value, at })
      refuseValues(
        held.flatMap(({ before, value, at }) => {
          const msg = problemWithChange(before, value)
          return msg === undefined ? [] : { field: `changes.${at}.value`, msg }
        }),
      )
      const sideEffects = []
      for (const { before, value } of held) {
        const after = await repository.setValue(scope.db, before.id, value, toAuthor(scope))
        sideEffects.push({ ...(await keepChange(scope.db, before, after)), event: updatedEvent })
      }
      scope.note({ after: { changed: sideEffects.map(({ entityName }) => entityName) }, sideEffects })
      scope.afterCommit(settings.forget)
      return null
    },

    async writeSecret(scope: RequestScope, id: string, value: string, version: number) {
      const before = await holdCurrent(scope, id, version)
      if (before.kind !== 'secret') throw new AppError(baseParameterErrors.notSecret)
      return recordChange(scope, before, await repository.setValue(scope.db, id, secrets.seal(value), toAuthor(scope)))
    },

    async revert(scope: RequestScope, id: string, to: number, version: number) {
      const before = await holdCurrent(scope, id, version)
      if (to === version) throw new AppError(baseParameterErrors.alreadyCurrent)
      const earlier = await repository.findVersion(scope.db, id, to)
      if (!earlier) throw new AppError(baseParameterErrors.noSuchVersion)
      return recordChange(scope, before, await repository.update(scope.db, id, earlier, toAuthor(scope)))
    },

    async remove(scope: RequestScope, id: string) {
      const before = orNotFound(await repository.hold(scope.db, id))
      if (before.builtin) throw new AppError(baseParameterErrors.builtinFixed)
      await repository.remove(scope.db, id)
      scope.note({ entityId: id, entityName: before.name, before: masked(before) })
      return null
    },

    async history(scope: RequestScope, id: string, query: Parameters<typeof repository.versions>[2]) {
      orNotFound(await repository.find(scope.db, id))
      return repository.versions(scope.db, id, query)
    },
  }
}
