import { approvalsContract } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { languageName } from '../../../ui/language-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ApproveForm, RejectNoticeForm } from './approval-forms.tsx'
import { AttachmentsDrawer } from './attachments-drawer.tsx'
import { IssueForm } from './issue-form.tsx'
import { NoticeDetails } from './notice-details.tsx'
import { NoticeForm } from './notice-form.tsx'
import { NoticeReads } from './notice-reads-cell.tsx'
import { canEdit, canIssue, canSubmit, isIssued, isSubmitted, wasRead } from './notice-states.ts'
import { NoticeTags } from './notice-tags.tsx'
import {
  stateNames,
  stateOptions,
  stateTones,
  submitQuestion,
  targetText,
  typeNames,
  typeOptions,
} from './notice-words.ts'
import { PolicyButton } from './policy-form.tsx'
import { ReceiptsDrawer } from './receipts-drawer.tsx'
import { RescheduleForm } from './reschedule-form.tsx'
import { RevisionsDrawer } from './revisions-drawer.tsx'
import { RevokeForm } from './revoke-form.tsx'
import './notices.css'

const { get, issue, reschedule, revoke, revisions } = noticesContract
const { submit, approve, reject } = approvalsContract
const hasReaders = (row: NoticeRow) => wasRead(row) && row.target.scope !== 'portal'
/** Another person's submission. */
const isToDecide = (row: NoticeRow) => isSubmitted(row) && !row.own

const actions: readonly RowAction<NoticeRow>[] = [
  { label: t('发布'), endpoint: issue, when: canIssue, drawer: IssueForm },
  {
    label: t('提交审核'),
    endpoint: submit,
    when: canSubmit,
    confirm: ({ id, title, version }) => ({
      ...submitQuestion(title),
      run: () => call(submit, { params: { id }, body: { version } }),
    }),
  },
  { label: t('通过'), endpoint: approve, when: isToDecide, drawer: ApproveForm },
  { label: t('驳回'), endpoint: reject, when: isToDecide, drawer: RejectNoticeForm },
  { label: t('回执'), endpoint: receiptsContract.receipts, when: hasReaders, drawer: ReceiptsDrawer },
  { label: t('调整发布时间'), endpoint: reschedule, when: isIssued, drawer: RescheduleForm },
  { label: t('撤回'), endpoint: revoke, when: isIssued, drawer: RevokeForm },
  { label: t('附件'), endpoint: attachmentsContract.attachments, drawer: AttachmentsDrawer },
  { label: t('详情'), endpoint: get, drawer: NoticeDetails },
  { label: t('修订记录'), endpoint: revisions, when: ({ updates }) => updates > 0, drawer: RevisionsDrawer },
]

const Title = ({ row }: { row: NoticeRow }) => (
  <span className="notice-title notice-line" title={row.title}>
    <span>{row.title}</span>
    <NoticeTags level={row.level} top={row.top} ack={row.ack} updated={row.updates > 0} />
    {row.languages.map((tag) => (
      <Tag key={tag}>{languageName(tag)}</Tag>
    ))}
  </span>
)

/** Notices and news of the company, with their states. */
export const NoticesPage = () => (
  <ListPage
    contract={noticesContract}
    texts={{
      noun: t('公告或新闻'),
      purpose: t('向公司、组织、角色或人员发布公告和新闻，可要求确认并查看回执；发送至门户的无需登录即可查看。'),
      searchHint: t('标题'),
      rowName: ({ title }) => title,
      removal: () => t('删除后无法恢复，回执一并删除。'),
    }}
    columns={[
      { field: 'title', title: t('标题'), leastWidth: 220, show: (_title, row) => <Title row={row} /> },
      { field: 'type', title: t('类型'), width: 112, rank: -2, show: (type) => typeNames[type] },
      { field: 'target', title: t('发送对象'), width: 104, rank: -2, show: targetText },
      {
        field: 'status',
        title: t('状态'),
        width: 88,
        show: (status) => <Tag tone={stateTones[status]}>{stateNames[status]}</Tag>,
      },
      { field: 'publishTime', title: t('发布时间'), width: 176, show: (at) => at && <Time at={at} /> },
      { field: 'reads', title: t('已读'), width: 136, show: (_reads, row) => <NoticeReads row={row} /> },
      { field: 'createBy', title: t('作者'), width: 100, rank: -2, show: ({ name }) => name },
    ]}
    filters={[
      { kind: 'select', name: 'type', label: t('类型'), options: typeOptions },
      { kind: 'select', name: 'status', label: t('状态'), options: stateOptions },
      { kind: 'dateTimeRange', name: 'createTime', label: t('创建时间') },
    ]}
    actions={{
      row: actions,
      editable: canEdit,
      removable: (row) => !isIssued(row),
      tools: <PolicyButton />,
      timeline: 'notice',
    }}
    form={NoticeForm}
  />
)
