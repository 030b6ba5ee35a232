import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { useMemo } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { buildGrantTree } from '../../access/authorization/public/grant-tree/branches.ts'

/** Menus and elements of a role: as read, and as one tree once both are. */
export const useRoleTree = (id: string) => {
  const params = { params: { id } }
  const menus = useRead(roleGrantsContract.menus, params)
  const modules = useRead(roleGrantsContract.elements, params)
  const branches = useMemo(
    () => (menus.data && modules.data ? buildGrantTree(menus.data, modules.data) : undefined),
    [menus.data, modules.data],
  )
  return { menus, modules, branches }
}
