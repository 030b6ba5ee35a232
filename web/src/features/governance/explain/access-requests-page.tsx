import type { AccessRequestRow } from '@atrium/contract/features/governance/explain/access-request-row.ts'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { AccessRequestDetails } from './access-request-details.tsx'
import { ApproveForm } from './approve-form.tsx'
import { ExplainDrawer } from './explain-drawer.tsx'
import { RejectRequestForm } from './reject-form.tsx'
import { stateNames, stateOptions, stateTones } from './request-words.ts'

const { list, approve, reject } = accessRequestsContract
const isOpen = ({ state }: AccessRequestRow) => state === 'open'

/** Access requests made after a denial, and their decision. */
export const AccessRequestsPage = () => (
  <ListPage
    contract={accessRequestsContract}
    texts={{
      noun: t('权限申请'),
      purpose: t('用户被拒绝访问后可申请所需权限，申请在此处理。'),
      searchHint: t('申请人账号、姓名'),
    }}
    columns={[
      { field: 'user', title: t('申请人'), leastWidth: 180, show: userName },
      { field: 'element', title: t('申请的权限'), leastWidth: 160, show: ({ name }) => name },
      { field: 'reason', title: t('申请原因'), leastWidth: 112 },
      {
        field: 'state',
        title: t('状态'),
        width: 76,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'createTime', title: t('申请时间'), width: 176, rank: -2, show: (at) => <Time at={at} /> },
      { field: 'decideBy', title: t('处理人'), width: 108, rank: -3, show: (by) => by?.name },
    ]}
    filters={[{ kind: 'select', name: 'state', label: t('状态'), options: stateOptions }]}
    actions={{
      row: [
        {
          label: t('通过'),
          endpoint: approve,
          when: isOpen,
          drawer: ({ row, ...drawer }) => <ApproveForm id={row.id} person={row.user.name} {...drawer} />,
        },
        { label: t('驳回'), endpoint: reject, when: isOpen, drawer: RejectRequestForm },
        {
          label: t('查看判定'),
          endpoint: explainContract.explain,
          drawer: ({ row, onClosed }) => <ExplainDrawer traceId={row.traceId} onClosed={onClosed} />,
        },
        { label: t('详情'), endpoint: list, drawer: AccessRequestDetails },
      ],
      timeline: 'accessRequest',
    }}
  />
)
