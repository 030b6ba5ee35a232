import { eventName, moduleName } from '@atrium/contract/event-words.ts'
import type { OperationLogRow } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RowChanges } from '../../../shared/changes/row-changes.tsx'
import { agentName } from '../../../ui/agent-name.ts'
import { placeText } from '../../../ui/origin-text.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { actorText } from './actor-text.ts'
import { OperationResult } from './operation-result.tsx'
import { TraceLink } from './public/trace-link.tsx'

/** All details of a log row, changes first. */
export const OperationDetails = ({ row, onClosed }: RowDrawerProps<OperationLogRow>) => (
  <RowDetails
    title={row.entityName ? labelledText(t(eventName(row.action)), row.entityName) : t(eventName(row.action))}
    facts={{
      变更内容: row.diff.length > 0 && <RowChanges diff={row.diff} />,
      时间: <Time at={row.time} />,
      用户: actorText(row.actor),
      模块: t(moduleName(row.module)),
      [t('操作', { context: 'noun' })]: t(eventName(row.action)),
      对象: row.entityName,
      对象编号: row.entityId && <code>{row.entityId}</code>,
      结果: <OperationResult {...row} />,
      原因: row.reason,
      'IP 地址': placeText(row),
      设备: agentName(row.agent),
      耗时: t('{ms} 毫秒', { ms: row.ms }),
      序号: row.seq,
      追踪号: <TraceLink traceId={row.traceId} />,
    }}
    onClosed={onClosed}
  />
)
