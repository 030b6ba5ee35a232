import { dutyNames, secondStepNames, stateNames } from '@atrium/contract/features/people/users/user-words.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { userSheet } from '@atrium/contract/features/people/users/users.sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { locateIp } from '../../../../kernel/locate-ip.ts'
import { maskedPhone } from '../../../../kernel/masked.ts'
import type { BatchWriter } from '../../../../kernel/sheets/batch-writer.ts'
import { defineSource } from '../../../../kernel/sheets/sheet-source.ts'
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
        orgs.map(({ orgName, duty }) => (dutyNames[duty] ? `${orgName}（${dutyNames[duty]}）` : orgName)).join('、'),
      roles: ({ roles }) => roles.join('、'),
      status: ({ status }) => stateNames[status as keyof typeof stateNames],
      lockReason: ({ lockReason, status }) => (status === 2 ? lockReason : ''),
      mfa: (user) =>
        user.outside ? t('不适用') : secondSteps.flatMap((way) => (user[way] ? secondStepNames[way] : [])).join('、'),
      lastLogin: ({ lastTime }, clock) => clock(lastTime),
      lastIp: ({ lastIp }) => lastIp ?? '',
      lastPlace: ({ lastIp }) => locateIp(lastIp ?? ''),
      expireTime: ({ expireTime }, clock) => clock(expireTime),
      createTime: ({ createTime }, clock) => clock(createTime),
    },
  })
