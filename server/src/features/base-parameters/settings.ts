import {
  type BuiltinValues,
  builtinParameters,
  type SecretCode,
} from '@atrium/contract/features/base-parameters/builtin-parameters.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'

/** How long a node believes what it read: the bound on how late another node's change takes effect here. */
const believedMs = 1000

const defaults = Object.fromEntries(builtinParameters.map(({ code, value }) => [code, value]))

export type Settings = {
  /**
   * In: the transaction's connection, for whoever holds one: waiting for a second while others do the same would starve
   * the pool.
   */
  read(db?: Db): Promise<BuiltinValues>
  /** A secret parameter in clear, for whoever has to use it; empty when none was written. */
  secret(code: SecretCode): Promise<string>
  forget(): void
}

/** The built-in parameters as typed values. A parameter that is missing or of the wrong type reads as its default. */
export const createSettings = (database: Database, secrets: Secrets): Settings => {
  let believed: { values: BuiltinValues; until: number } | undefined
  let loading: Promise<BuiltinValues> | undefined

  const load = async (db: Db): Promise<BuiltinValues> => {
    const rows = await baseParametersRepository.builtinValues(db)
    const sound = rows.filter(({ code, value }) => typeof value === typeof defaults[code])
    const values = {
      ...defaults,
      ...Object.fromEntries(sound.map(({ code, value }) => [code, value])),
    } as BuiltinValues
    believed = { values, until: performance.now() + believedMs }
    return values
  }
  /** Whoever asks while a load is under way waits for that one. */
  const loadOnce = () => {
    loading ??= database.transact({ reach: 'platform' }, load).finally(() => {
      loading = undefined
    })
    return loading
  }
  return {
    async read(db) {
      if (believed && performance.now() < believed.until) return believed.values
      return db ? load(db) : loadOnce()
    },
    async secret(code) {
      const rows = await database.transact({ reach: 'platform' }, baseParametersRepository.builtinValues)
      const sealed = rows.find((row) => row.code === code)?.value
      return typeof sealed === 'string' ? secrets.unseal(sealed) : ''
    },
    forget() {
      believed = undefined
      // A load that began before the change must not be believed after it.
      loading = undefined
    },
  }
}
