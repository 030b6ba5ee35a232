import { failedCallsContract, failureStates } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { callerText, callText, stateNames } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { ShortTraceId } from '../../../ui/short-trace-id.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { FailedCallDetails } from './failed-call-details.tsx'
import { FailureState } from './failure-state.tsx'
import { HandleForm } from './handle-form.tsx'

const { failures, exportFailures, handleFailure } = failedCallsContract

/** Failed calls and their handling. */
export const FailedCallsPage = () => (
  <ListPage
    contract={{ list: failures }}
    texts={{
      noun: t('异常请求'),
      purpose: t('因系统故障未完成的操作，保留 30 天，供排查和处理。'),
      searchHint: t('姓名、账号'),
    }}
    columns={[
      { field: 'time', title: t('时间'), width: 168, show: (at) => <Time at={at} /> },
      { field: 'user', title: t('用户'), width: 140, show: (_user, row) => callerText(row) },
      { field: 'name', title: t('接口'), width: 168, show: (_name, row) => callText(row) },
      { field: 'message', title: t('错误信息'), show: (message, { error }) => message || error },
      { field: 'times', title: t('次数'), width: 72, alignRight: true },
      { field: 'handled', title: t('状态'), width: 88, show: (_handled, row) => <FailureState {...row} /> },
      {
        field: 'traceId',
        title: t('追踪号'),
        width: 92,
        show: (traceId) => <ShortTraceId>{traceId}</ShortTraceId>,
      },
    ]}
    filters={[
      {
        kind: 'select',
        name: 'state',
        label: t('状态'),
        options: failureStates.map((state) => ({ value: state, label: t(stateNames[state]) })),
      },
      { kind: 'text', name: 'api', label: t('接口') },
      { kind: 'text', name: 'trace', label: t('追踪号') },
      { kind: 'dateTimeRange', name: 'time', label: t('时间') },
    ]}
    actions={{
      export: exportFailures,
      row: [
        { label: t('处理'), endpoint: handleFailure, when: ({ handled }) => handled === null, drawer: HandleForm },
        { label: t('详情'), endpoint: failures, drawer: FailedCallDetails },
      ],
    }}
  />
)
