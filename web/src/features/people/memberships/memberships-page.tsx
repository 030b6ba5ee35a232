import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { stateNames, stateOptions, stateTones } from './invitation-words.ts'
import { InviteForm } from './invite-form.tsx'

/** Invitations of the company to users with an account elsewhere. */
export const MembershipsPage = () => (
  <ListPage
    contract={membershipsContract}
    texts={{
      noun: t('成员邀请'),
      purpose: t(
        '邀请已有账号的人员加入本公司。对方在个人中心接受后列入用户管理，由您分配角色；对方登录时可选择进入的公司。',
      ),
      verbs: { add: t('邀请成员'), remove: t('撤回') },
      removal: () => t('撤回后，对方不能再接受该邀请。'),
      searchHint: t('账号、手机号、邮箱'),
      rowName: ({ target }) => target,
    }}
    columns={[
      { field: 'target', title: t('邀请对象'), width: 168 },
      { field: 'note', title: t('留言') },
      {
        field: 'state',
        title: t('状态'),
        width: 100,
        show: (state) => <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>,
      },
      { field: 'expireTime', title: t('有效期至'), width: 164, show: (at) => <Time at={at} /> },
      { field: 'decideTime', title: t('答复时间'), width: 164, show: (at) => at && <Time at={at} /> },
      { field: 'createBy', title: t('邀请人'), width: 88, show: ({ name }) => name },
      { field: 'createTime', title: t('邀请时间'), width: 164, show: (at) => <Time at={at} /> },
    ]}
    filters={[{ kind: 'select', name: 'state', label: t('状态'), options: stateOptions }]}
    actions={{ timeline: 'membershipInvitation' }}
    form={InviteForm}
  />
)
