import { fieldValue } from '@atrium/contract/code-words.ts'
import {
  type SignInLogRow,
  signInLogsContract,
} from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { signInLogSheet } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.sheet.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const signInLogSource = defineSource<SignInLogRow & { seq: number }, (typeof signInLogSheet)['fields']>({
  sheet: signInLogSheet,
  exports: signInLogsContract.exportSignIns,
  cells: {
    time: ({ time }, clock) => clock(time),
    who: ({ who }) => who,
    ok: ({ ok }) => (ok ? t('成功') : t('失败')),
    reason: ({ reason }) => reason,
    method: ({ method }) => fieldValue('method', method) ?? method,
    ip: ({ ip }) => ip,
    area: ({ area }) => area,
    agent: ({ agent }) => agent,
    traceId: ({ traceId }) => traceId,
  },
})
