import {
  type PortalUserRow,
  portalUsersContract,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { RecognitionTag } from '../enterprises/public/recognition-state.tsx'
import { PortalUserDetails } from './portal-user-details.tsx'
import { PortalUserForm } from './portal-user-form.tsx'
import { PortalUserLockForm } from './portal-user-lock-form.tsx'
import { kindNames, kindOptions, PortalUserName, PortalUserState, stateOptions } from './portal-user-words.tsx'

const { pages, get, update, lock, unlock } = portalUsersContract
const isLocked = ({ status }: PortalUserRow) => status === 2

const rowActions: readonly RowAction<PortalUserRow>[] = [
  { label: t('详情'), endpoint: get, drawer: PortalUserDetails },
  { label: t('编辑'), endpoint: update, when: ({ outside }) => !outside, drawer: PortalUserForm },
  { label: t('锁定'), endpoint: lock, danger: true, when: (row) => !isLocked(row), drawer: PortalUserLockForm },
  {
    label: t('解锁'),
    endpoint: unlock,
    when: isLocked,
    confirm: (row) => ({
      title: t('解锁“{row}”？', { row: userName(row) }),
      body: t('解锁后可立即登录。'),
      run: () => call(unlock, { params: { id: row.id } }),
    }),
  },
]

/** People who registered on the portal, for themselves or with a company. */
export const PortalUsersPage = () => (
  <ListPage
    contract={{ list: pages }}
    texts={{
      noun: t('门户用户', { context: 'singular' }),
      purpose: t('从门户注册的个人，以及注册公司的成员，均显示在此。'),
      searchHint: t('账号、姓名、完整手机号'),
      rowName: userName,
    }}
    columns={[
      { field: 'name', title: t('姓名'), leastWidth: 120, show: (_name, row) => <PortalUserName {...row} /> },
      { field: 'account', title: t('账号'), width: 140 },
      { field: 'phone', title: t('手机号'), width: 128 },
      { field: 'status', title: t('状态'), width: 76, show: (_status, row) => <PortalUserState {...row} /> },
      { field: 'kind', title: t('类型'), width: 76, show: (kind) => <Tag>{kindNames[kind]}</Tag> },
      { field: 'company', title: t('公司'), show: ({ name }, { kind }) => kind === 'ent' && name },
      {
        field: 'recognition',
        title: t('公司认证'),
        width: 92,
        show: (state) => state && <RecognitionTag state={state} />,
      },
      { field: 'lastLogin', title: t('最近登录'), width: 176, show: (last) => last && <Time at={last.time} /> },
      { field: 'createTime', title: t('注册时间'), width: 176, show: (at) => <Time at={at} /> },
    ]}
    filters={[
      { kind: 'select', name: 'kind', label: t('类型'), options: kindOptions },
      { kind: 'select', name: 'status', label: t('状态'), options: stateOptions },
    ]}
    actions={{ row: rowActions, timeline: 'user' }}
  />
)
