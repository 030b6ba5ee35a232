import { explainContract, type OwnRequestRow } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { stateNames, stateOptions, stateTones } from './request-words.ts'

const { ownRequests } = explainContract

const OwnRequestDetails = ({ row, onClosed }: RowDrawerProps<OwnRequestRow>) => (
  <RowDetails
    title={t('我的申请：{name}', { name: row.element.name })}
    facts={{
      状态: <Tag tone={stateTones[row.state]}>{stateNames[row.state]}</Tag>,
      申请的权限: row.element.name,
      申请原因: row.reason,
      申请时间: <Time at={row.createTime} />,
      追踪号: <code>{row.traceId}</code>,
      处理人: row.decideBy?.name,
      处理时间: row.decideTime && <Time at={row.decideTime} />,
      授予的角色: row.role?.name,
      驳回原因: row.decideReason,
    }}
    onClosed={onClosed}
  />
)

/** The user's own access requests and their decisions. */
export const OwnRequestsPage = () => (
  <ListPage
    contract={{ list: ownRequests }}
    texts={{
      noun: t('权限申请'),
      purpose: t('被拒绝访问时可申请所需权限，申请和处理结果在此查看。'),
      searchHint: t('申请的权限、原因'),
    }}
    columns={[
      { field: 'element', title: t('申请的权限'), width: 200, show: ({ name }) => name },
      { field: 'reason', title: t('申请原因') },
      {
        field: 'state',
        title: t('状态'),
        width: 88,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'createTime', title: t('申请时间'), width: 176, show: (at) => <Time at={at} /> },
      { field: 'decideBy', title: t('处理人'), width: 120, show: (by) => by?.name },
      { field: 'decideReason', title: t('驳回原因') },
    ]}
    filters={[{ kind: 'select', name: 'state', label: t('状态'), options: stateOptions }]}
    actions={{ row: [{ label: t('详情'), endpoint: ownRequests, drawer: OwnRequestDetails }] }}
  />
)
