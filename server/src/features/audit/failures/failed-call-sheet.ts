import { type FailedCall, failedCallsContract } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { failedCallSheet } from '@atrium/contract/features/audit/failures/failed-calls.sheet.ts'
import { callerText, callText, stateNames } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const failedCallSource = defineSource<FailedCall, (typeof failedCallSheet)['fields']>({
  sheet: failedCallSheet,
  exports: failedCallsContract.exportFailures,
  cells: {
    time: ({ time }, clock) => clock(time),
    lastTime: ({ lastTime }, clock) => clock(lastTime),
    times: ({ times }) => times,
    user: callerText,
    name: callText,
    error: ({ error }) => error,
    message: ({ message }) => message,
    ms: ({ ms }) => ms,
    version: ({ version }) => version,
    handled: ({ handled }) => stateNames[handled ? 'handled' : 'open'],
    handledTime: ({ handled }, clock) => clock(handled?.time ?? null),
    remark: ({ handled }) => handled?.remark ?? '',
    traceId: ({ traceId }) => traceId,
  },
})
