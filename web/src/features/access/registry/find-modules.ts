import { type ModuleRow, modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { call } from '../../../kernel/api/call.ts'

/** Finds modules by name or code for a select; the chosen one is always included. Takes the property to choose by. */
export const findModules =
  (by: 'id' | 'code') => async (keyword: string, chosen: string | undefined, signal: AbortSignal) => {
    const { data } = await call(modulesContract.list, { query: { size: 100 } }, { signal })
    const words = keyword.toLowerCase()
    const isWanted = (module: ModuleRow) =>
      module[by] === chosen || `${module.name} ${module.code}`.toLowerCase().includes(words)
    return data.filter(isWanted).map((module) => ({ value: module[by], label: notedText(module.name, module.code) }))
  }
