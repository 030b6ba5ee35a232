import { type BuiltinValues, builtinParameters } from '@atrium/contract/features/base-parameters/builtin-parameters.ts'
import type { Database } from '../../kernel/db/database.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'

/** How long a node believes what it read: the bound on how late another node's change takes effect here. */
const believedMs = 1000

const defaults = Object.fromEntries(builtinParameters.map(({ code, value }) => [code, value]))

export type Settings = { read(): Promise<BuiltinValues>; forget(): void }

/** The built-in parameters as typed values. A parameter that is missing or of the wrong type reads as its default. */
export const createSettings = (database: Database): Settings => {
  let believed: { values: Promise<BuiltinValues>; until: number } | undefined

  const load = async (): Promise<BuiltinValues> => {
    const rows = await database.transact({ reach: 'platform' }, (db) => baseParametersRepository.builtinValues(db))
    const sound = rows.filter(({ code, value }) => typeof value === typeof defaults[code])
    return { ...defaults, ...Object.fromEntries(sound.map(({ code, value }) => [code, value])) } as BuiltinValues
  }
  return {
    read() {
      if (believed && performance.now() < believed.until) return believed.values
      const values = load()
      believed = { values, until: performance.now() + believedMs }
      // A failed read must not be believed.
      values.catch(() => {
        believed = undefined
      })
      return values
    },
    forget() {
      believed = undefined
    },
  }
}
