import { scopeNames, statusNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import {
  maxCountedMembers,
  type RoleRow,
  rolesContract,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { roleSheet } from '@atrium/contract/features/governance/roles/roles.sheet.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import { importedRoles } from './role-import.repository.ts'

export const roleSource = defineSource<RoleRow, (typeof roleSheet)['fields']>({
  sheet: roleSheet,
  exports: rolesContract.exportRoles,
  writes: {
    create: rolesContract.create,
    update: rolesContract.update,
    remove: rolesContract.remove,
    rows: importedRoles,
  },
  cells: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    type: ({ type }) => typeNames[type],
    users: ({ users }) => (users > maxCountedMembers ? `${maxCountedMembers}+` : users),
    status: ({ status }) => statusNames[status],
    dataScope: ({ dataScope }) => scopeNames[dataScope],
    parentName: ({ parentName }) => parentName,
    desc: ({ desc }) => desc,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
