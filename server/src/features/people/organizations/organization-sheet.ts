import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { organizationSheet } from '@atrium/contract/features/people/organizations/organizations.sheet.ts'
import { dutyNames } from '@atrium/contract/features/people/users/user-words.ts'
import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'
import type { ExportedOrganization } from './organization-export.repository.ts'
import { importedOrganizations } from './organization-import.repository.ts'

const { choices: statuses } = organizationSheet.fields.status

export const organizationSource = defineSource<ExportedOrganization, (typeof organizationSheet)['fields']>({
  sheet: organizationSheet,
  exports: organizationsContract.exportOrganizations,
  writes: {
    create: organizationsContract.create,
    update: organizationsContract.update,
    remove: organizationsContract.remove,
    rows: importedOrganizations,
  },
  cells: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    parent: ({ above }) => above.join(' / '),
    kind: ({ kind }) => kind,
    leaders: ({ leaders }) => listText(leaders.map(({ name, duty }) => notedText(name, t(dutyNames[duty])))),
    phone: ({ phone }) => phone,
    email: ({ email }) => email,
    status: ({ status }) => statuses[status === 1 ? 1 : 0],
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
