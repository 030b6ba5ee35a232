import {
  signInLogsContract,
  signInResults,
} from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { DeviceText, PlaceText } from '../../../ui/origin-text.tsx'
import { ShortTraceId } from '../../../ui/short-trace-id.tsx'
import { Time } from '../../../ui/time.tsx'
import { methodName } from '../../people/users/public/method-name.ts'
import { SignInDetails } from './sign-in-details.tsx'
import { SignInDrawings } from './sign-in-drawings.tsx'
import { resultNames, SignInResult } from './sign-in-result.tsx'

/** Sign-ins of the company and failed attempts; read-only. */
export const SignInLogsPage = () => (
  <ListPage
    contract={signInLogsContract}
    texts={{
      noun: '登录日志',
      purpose: '记录每次登录和登录失败，供核对和追查。',
      searchHint: '姓名、账号、IP 地址',
    }}
    columns={[
      { field: 'time', title: '时间', width: 164, show: (at) => <Time at={at} /> },
      { field: 'who', title: '用户', leastWidth: 104 },
      { field: 'ok', title: '结果', width: 68, show: (_ok, row) => <SignInResult {...row} /> },
      { field: 'reason', title: '原因', leastWidth: 128 },
      { field: 'method', title: '登录方式', width: 84, rank: -2, show: methodName },
      { field: 'ip', title: 'IP 地址', leastWidth: 216, show: (_ip, row) => <PlaceText {...row} /> },
      { field: 'agent', title: '设备', leastWidth: 160, rank: -2, show: (agent) => <DeviceText agent={agent} /> },
      {
        field: 'traceId',
        title: '追踪号',
        width: 96,
        rank: -3,
        show: (traceId) => <ShortTraceId>{traceId}</ShortTraceId>,
      },
    ]}
    filters={[
      {
        kind: 'select',
        name: 'result',
        label: '结果',
        options: signInResults.map((result) => ({ value: result, label: resultNames[result] })),
      },
      { kind: 'dateTimeRange', name: 'time', label: '时间' },
    ]}
    rows={{ drawing: (list) => <SignInDrawings list={list} /> }}
    actions={{
      row: [{ label: '详情', endpoint: signInLogsContract.list, drawer: SignInDetails }],
      export: signInLogsContract.exportSignIns,
    }}
  />
)
