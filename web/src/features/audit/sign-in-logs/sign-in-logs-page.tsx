import {
  signInLogsContract,
  signInResults,
} from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { DeviceText, PlaceText } from '../../../ui/origin-text.tsx'
import { ShortTraceId } from '../../../ui/short-trace-id.tsx'
import { t } from '../../../ui/texts.ts'
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
      noun: t('登录日志'),
      purpose: t('记录每次登录和登录失败，供核对和追查。'),
      searchHint: t('姓名、账号、IP 地址'),
    }}
    columns={[
      { field: 'time', title: t('时间'), width: 164, show: (at) => <Time at={at} /> },
      { field: 'who', title: t('用户'), leastWidth: 104 },
      { field: 'ok', title: t('结果'), width: 68, show: (_ok, row) => <SignInResult {...row} /> },
      { field: 'reason', title: t('原因'), leastWidth: 128 },
      { field: 'method', title: t('登录方式'), width: 84, rank: -2, show: methodName },
      { field: 'ip', title: t('IP 地址'), leastWidth: 216, show: (_ip, row) => <PlaceText {...row} /> },
      { field: 'agent', title: t('设备'), leastWidth: 160, rank: -2, show: (agent) => <DeviceText agent={agent} /> },
      {
        field: 'traceId',
        title: t('追踪号'),
        width: 96,
        rank: -3,
        show: (traceId) => <ShortTraceId>{traceId}</ShortTraceId>,
      },
    ]}
    filters={[
      {
        kind: 'select',
        name: 'result',
        label: t('结果'),
        options: signInResults.map((result) => ({ value: result, label: resultNames[result] })),
      },
      { kind: 'dateTimeRange', name: 'time', label: t('时间') },
    ]}
    rows={{ drawing: (list) => <SignInDrawings list={list} /> }}
    actions={{
      row: [{ label: t('详情'), endpoint: signInLogsContract.list, drawer: SignInDetails }],
      export: signInLogsContract.exportSignIns,
    }}
  />
)
