import { type ModuleRow, modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'

/** All modules in order; empty without the right to see them. */
export const useModules = (): readonly ModuleRow[] => {
  const may = useCan(modulesContract.list)
  return useRead(modulesContract.list, { query: { size: 100 } }, { enabled: may }).data?.data ?? []
}
