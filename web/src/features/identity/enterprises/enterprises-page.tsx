import {
  type EnterpriseRow,
  type RecognitionState,
  recognitionStates,
} from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { ApproveForm, RejectRecognitionForm, RevokeForm } from './decision-forms.tsx'
import { EnterpriseDetails } from './enterprise-details.tsx'
import { RecognitionTag, recognitionNames } from './public/recognition-state.tsx'

const { enterprises, enterprise, approve, reject, revoke } = recognitionContract
const isIn =
  (state: RecognitionState) =>
  (row: EnterpriseRow): boolean =>
    row.state === state

const rowActions: readonly RowAction<EnterpriseRow>[] = [
  { label: t('通过'), endpoint: approve, when: isIn('review'), drawer: ApproveForm },
  { label: t('驳回'), endpoint: reject, when: isIn('review'), drawer: RejectRecognitionForm },
  { label: t('取消认证'), endpoint: revoke, danger: true, when: isIn('recognized'), drawer: RevokeForm },
  { label: t('详情'), endpoint: enterprise, drawer: EnterpriseDetails },
]

/** Registered companies and the review of their recognition. */
export const EnterprisesPage = () => (
  <ListPage
    contract={{ list: enterprises }}
    texts={{
      noun: t('公司认证'),
      purpose: t('从门户注册的公司显示在此；公司提交营业执照申请认证后，由平台审核。'),
      searchHint: t('公司名称、统一社会信用代码'),
      rowName: ({ name }) => name,
    }}
    columns={[
      { field: 'name', title: t('公司名称'), leastWidth: 160 },
      { field: 'state', title: t('状态'), width: 88, show: (_state, row) => <RecognitionTag {...row} /> },
      { field: 'creditCode', title: t('统一社会信用代码'), width: 190, show: (code) => code && <code>{code}</code> },
      { field: 'legal', title: t('法定代表人'), width: 108 },
      { field: 'users', title: t('用户数'), width: 72, alignRight: true },
      { field: 'applyBy', title: t('申请人'), width: 96, show: (by) => by?.name },
      { field: 'applyTime', title: t('申请时间'), width: 176, show: (at) => at && <Time at={at} /> },
      { field: 'decideBy', title: t('审核人'), width: 96, show: (by) => by?.name },
      { field: 'createTime', title: t('注册时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    filters={[
      {
        kind: 'select',
        name: 'state',
        label: t('状态'),
        options: recognitionStates.map((state) => ({ value: state, label: recognitionNames[state] })),
      },
      { kind: 'dateTimeRange', name: 'apply', label: t('申请时间') },
    ]}
    actions={{ row: rowActions, timeline: 'enterprise' }}
  />
)
