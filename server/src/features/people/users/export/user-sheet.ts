import { dutyNames, secondStepNames, stateNames } from '@atrium/contract/features/people/users/user-words.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { userSheet } from '@atrium/contract/features/people/users/users.sheet.ts'
import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { locateIp } from '../../../../kernel/locate-ip.ts'
import { maskedPhone } from '../../../../kernel/masked.ts'
import type { BatchWriter } from '../../../../kernel/sheets/batch-writer.ts'
import { defineSource } from '../../../../kernel/sheets/sheet-source.ts'
import { productName } from '../../../../kernel/texts/product-name.ts'
import { userFieldMasks } from '../restrictions/user-field-masks.ts'
import type { ExportedUser } from './exported-users.repository.ts'

const secondSteps = ['totp', 'passkey', 'sms'] as const

/** Users in sheets, masked like the list; with all their roles and organisations. Imported in batches. */
export const createUserSource = (batchWriter: BatchWriter) =>
  defineSource<ExportedUser, (typeof userSheet)['fields']>({
    sheet: userSheet,
    exports: usersContract.exportUsers,
    writes: { create: usersContract.create, update: usersContract.update, batchWriter },
    masks: userFieldMasks,
    cells: {
      account: ({ account }) => account,
      name: ({ name }) => name,
      phone: ({ phone }) => maskedPhone(phone),
      orgs: ({ orgs }) =>
        listText(orgs.map(({ orgName, duty }) => (dutyNames[duty] ? notedText(orgName, t(dutyNames[duty])) : orgName))),
      roles: ({ roles }) => listText(roles.map(productName)),
      status: ({ status }) => stateNames[status as keyof typeof stateNames],
      lockReason: ({ lockReason, status }) => (status === 2 ? lockReason : ''),
      mfa: (user) =>
        user.outside ? t('不适用') : listText(secondSteps.flatMap((way) => (user[way] ? t(secondStepNames[way]) : []))),
      lastLogin: ({ lastTime }, clock) => clock(lastTime),
      lastIp: ({ lastIp }) => lastIp ?? '',
      lastPlace: ({ lastIp }) => t(locateIp(lastIp ?? '')),
      expireTime: ({ expireTime }, clock) => clock(expireTime),
      createTime: ({ createTime }, clock) => clock(createTime),
    },
  })
