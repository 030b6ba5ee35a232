import { type VisitRequestRow, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { formatMinutes } from '../../../ui/format-minutes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { AllowForm } from './allow-form.tsx'
import { RefuseForm } from './refuse-form.tsx'
import { VisitRequestDetails } from './visit-request-details.tsx'
import { modeNames, stateNames, stateOptions, stateTones } from './visit-words.ts'

const { list, allow, reject } = visitsContract
const isOpen = ({ state }: VisitRequestRow) => state === 'open'

/** Requests of the platform's operators to visit this company. */
export const VisitRequestsPage = () => (
  <ListPage
    contract={visitsContract}
    texts={{
      noun: t('访问申请'),
      purpose: t('登录与访问策略要求征得同意时，平台人员访问公司前在此申请，由公司管理员审批。'),
      searchHint: t('申请人账号、姓名'),
    }}
    columns={[
      { field: 'user', title: t('申请人'), width: 180, show: userName },
      { field: 'reason', title: t('原因') },
      {
        field: 'state',
        title: t('状态'),
        width: 88,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'mode', title: t('访问方式'), width: 104, show: (mode) => modeNames[mode] },
      { field: 'orgName', title: t('访问范围'), width: 140, show: (name) => name || t('整个公司') },
      { field: 'minutes', title: t('时长'), width: 104, show: (minutes) => formatMinutes(minutes) },
      { field: 'createTime', title: t('申请时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    filters={[{ kind: 'select', name: 'state', label: t('状态'), options: stateOptions }]}
    actions={{
      row: [
        { label: t('同意'), endpoint: allow, when: isOpen, drawer: AllowForm },
        { label: t('拒绝'), endpoint: reject, when: isOpen, drawer: RefuseForm },
        { label: t('详情'), endpoint: list, drawer: VisitRequestDetails },
      ],
      timeline: 'visitRequest',
    }}
  />
)
