import type { AccessRequestRow } from '@atrium/contract/features/governance/explain/access-request-row.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { riskNames, riskTones } from '../../access/authorization/public/risk-labels.ts'
import { stateNames, stateTones } from './request-words.ts'

/** All details of an access request and its decision. */
export const AccessRequestDetails = ({ row, onClosed }: RowDrawerProps<AccessRequestRow>) => (
  <RowDetails
    title={t('权限申请：{name}', { name: row.user.name })}
    facts={{
      状态: <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>,
      申请人: userName(row.user),
      申请的权限: row.element.name,
      要打开的页面: row.page?.name,
      权限点编码: <code>{row.element.code}</code>,
      风险: <Tag tone={riskTones[row.element.risk]}>{riskNames[row.element.risk]}</Tag>,
      申请原因: row.reason,
      申请时间: <Time at={row.createTime} />,
      追踪号: <code>{row.traceId}</code>,
      授予的角色: row.role?.name,
      驳回原因: row.decideReason,
      处理时间: row.decideTime && <Time at={row.decideTime} />,
      处理人: row.decideBy?.name,
    }}
    onClosed={onClosed}
  />
)
