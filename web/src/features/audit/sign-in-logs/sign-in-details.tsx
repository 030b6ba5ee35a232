import type { SignInLogRow } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { agentName } from '../../../ui/agent-name.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { placeText } from '../../../ui/origin-text.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { methodName } from '../../people/users/public/method-name.ts'
import { SignInResult } from './sign-in-result.tsx'

/** All details of a sign-in. */
export const SignInDetails = ({ row, onClosed }: RowDrawerProps<SignInLogRow>) => (
  <RowDetails
    title={t('登录日志详情')}
    facts={{
      时间: <Time at={row.time} />,
      用户: row.who,
      结果: <SignInResult {...row} />,
      原因: row.reason,
      登录方式: methodName(row.method),
      'IP 地址': placeText(row),
      设备: agentName(row.agent),
      浏览器标识: row.agent,
      追踪号: (
        <>
          <code>{row.traceId}</code> <CopyButton text={row.traceId} what={t('追踪号')} />
        </>
      ),
    }}
    onClosed={onClosed}
  />
)
