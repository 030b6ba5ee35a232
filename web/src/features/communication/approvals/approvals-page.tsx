import {
  type ApprovalRow,
  approvalsContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { useNavigate } from 'react-router'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ApprovalDetailsDrawer } from './approval-details.tsx'
import { stateNames, stateTones } from './approval-words.ts'
import { ApproveCallForm, DelegateForm, RefuseCallForm } from './decide-form.tsx'
import { DeputyButton } from './deputy-form.tsx'

const { list, get, counts, approve, refuse, delegate, withdraw } = approvalsContract
/** Components of the pages on which kinds of the product are decided. */
const places: Readonly<Record<string, string>> = {
  notice: 'sys/news',
  access: 'sys/access-requests',
  registration: 'sys/registrations',
  recognition: 'sys/enterprises',
  visit: 'sys/visits',
}

/** What waits for the user, what they have asked for, and in what they have acted. */
export const ApprovalsPage = ({ toPath }: { toPath: (component: string) => string | undefined }) => {
  const navigate = useNavigate()
  const { data: count } = useRead(counts, {})
  const pathOf = ({ kind }: ApprovalRow) => toPath(places[kind] ?? '')
  const boxes = [
    { value: 'waiting', label: count ? t('待我审批（{count}）', { count: count.waiting }) : t('待我审批') },
    { value: 'asked', label: count ? t('我发起的（{count}）', { count: count.asked }) : t('我发起的') },
    { value: 'done', label: t('已处理') },
  ]
  return (
    <ListPage
      contract={approvalsContract}
      texts={{
        noun: t('审批'),
        purpose: t('待您审批的申请、您发起的申请和您处理过的申请，在此查看和处理。'),
        searchHint: t('申请内容'),
        rowName: ({ name }) => name,
      }}
      columns={[
        { field: 'name', title: t('申请内容') },
        { field: 'kindName', title: t('类型'), width: 120 },
        { field: 'askedBy', title: t('发起人'), width: 160, show: ({ name }) => name },
        {
          field: 'state',
          title: t('状态'),
          width: 96,
          show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
        },
        { field: 'step', title: t('步骤'), width: 76, show: (step, { steps }) => `${step}/${steps}` },
        { field: 'createTime', title: t('发起时间'), width: 176, show: (at) => <Time at={at} /> },
      ]}
      filters={[{ kind: 'select', name: 'box', label: t('范围'), options: boxes }]}
      actions={{
        tools: <DeputyButton />,
        row: [
          { label: t('通过'), endpoint: approve, when: ({ may }) => may.decide, drawer: ApproveCallForm },
          { label: t('驳回'), endpoint: refuse, when: ({ may }) => may.decide, drawer: RefuseCallForm },
          {
            label: t('去处理'),
            endpoint: get,
            when: (row) => row.may.elsewhere && pathOf(row) !== undefined,
            run: (row) => void navigate(pathOf(row) ?? ''),
          },
          { label: t('转交'), endpoint: delegate, when: ({ may }) => may.delegate, drawer: DelegateForm },
          {
            label: t('撤回'),
            endpoint: withdraw,
            danger: true,
            when: ({ may }) => may.withdraw,
            confirm: ({ id, name, version }) => ({
              title: t('撤回“{name}”？', { name }),
              body: t('审批随即结束，可重新提交。'),
              run: () => call(withdraw, { params: { id }, body: { version } }),
            }),
          },
          { label: t('详情'), endpoint: list, drawer: ApprovalDetailsDrawer },
        ],
      }}
    />
  )
}
