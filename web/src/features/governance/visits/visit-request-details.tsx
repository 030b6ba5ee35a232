import type { VisitRequestRow } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { modeNames, stateNames, stateTones } from './visit-words.ts'

/** A visit request with its decision. */
export const VisitRequestDetails = ({ row, onClosed }: RowDrawerProps<VisitRequestRow>) => (
  <RowDetails
    title={t('访问申请：{name}', { name: row.user.name })}
    facts={{
      状态: <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>,
      申请人: userName(row.user),
      来自: row.company.name,
      访问方式: modeNames[row.mode],
      访问范围: row.orgName || t('整个公司'),
      时长: formatMinutes(row.minutes),
      原因: row.reason,
      申请时间: <Time at={row.createTime} />,
      拒绝原因: row.decideReason,
      处理时间: row.decideTime && <Time at={row.decideTime} />,
      处理人: row.decideBy?.name,
      可进入至: row.useUntil && <Time at={row.useUntil} />,
    }}
    onClosed={onClosed}
  />
)
