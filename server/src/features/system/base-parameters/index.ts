import { declaredParameters, listOptions } from '@atrium/contract/features/system/base-parameters/builtin-rules.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { baseParametersRepository } from './base-parameters.repository.ts'

export { createSettings, type Settings } from './settings.ts'

const systemPerson = { id: '', name: '系统' }

/** Seeds the parameters that the product and its modules read. `initialValues`: values set by the environment, by code. */
export const ensureBuiltinParameters = async (
  db: Db,
  companyId: string,
  initialValues: Readonly<Record<string, string>>,
) => {
  for (const definition of declaredParameters) {
    const { code, name, kind, desc } = definition
    const value = initialValues[code] ?? definition.value
    const write = { code, name, kind, options: listOptions(definition), value, tags: {}, desc }
    await baseParametersRepository.ensureBuiltin(db, companyId, write, systemPerson)
  }
}
