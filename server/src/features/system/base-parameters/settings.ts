import type { BuiltinValues, SecretCode } from '@atrium/contract/features/system/base-parameters/builtin-parameters.ts'
import { declaredParameters } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'

/** Cache TTL in milliseconds: the delay until another node's change takes effect here. */
const cacheTtlMs = 1000

const defaults = Object.fromEntries(declaredParameters.map(({ code, value }) => [code, value]))

export type Settings = {
  /** Inside a transaction, pass its connection: waiting for a second one under load would starve the pool. */
  read(db?: Db): Promise<BuiltinValues>
  /** A secret parameter in clear text; empty if unset. */
  secret(code: SecretCode): Promise<string>
  forget(): void
}

/** Typed values of the built-in parameters. Missing or mistyped parameters read as their default. */
export const createSettings = (database: Database, secrets: Secrets): Settings => {
  let cached: { values: BuiltinValues; until: number } | undefined
  let loading: Promise<BuiltinValues> | undefined

  const load = async (db: Db): Promise<BuiltinValues> => {
    const rows = await baseParametersRepository.builtinValues(db)
    const valid = rows.filter(({ code, value }) => typeof value === typeof defaults[code])
    const values = {
      ...defaults,
      ...Object.fromEntries(valid.map(({ code, value }) => [code, value])),
    } as BuiltinValues
    cached = { values, until: performance.now() + cacheTtlMs }
    return values
  }
  /** Concurrent readers share one load. */
  const loadOnce = () => {
    loading ??= database.transact({ reach: 'platform' }, load).finally(() => {
      loading = undefined
    })
    return loading
  }
  return {
    async read(db) {
      if (cached && performance.now() < cached.until) return cached.values
      return db ? load(db) : loadOnce()
    },
    async secret(code) {
      const rows = await database.transact({ reach: 'platform' }, baseParametersRepository.builtinValues)
      const sealed = rows.find((row) => row.code === code)?.value
      return typeof sealed === 'string' ? secrets.unseal(sealed) : ''
    },
    forget() {
      cached = undefined
      // A load started before the change must not be cached.
      loading = undefined
    },
  }
}
