import { invitationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { InvitationCode, InvitationEnd, InvitationUses } from './invitation-cells.tsx'
import { InvitationForm } from './invitation-form.tsx'

/** Invitations into the company. */
export const InvitationsPage = () => (
  <ListPage
    contract={invitationsContract}
    texts={{
      noun: t('邀请码'),
      purpose: t('将邀请码发给需加入本公司的人员，对方注册时填写即成为本公司用户。'),
      verbs: { remove: t('作废') },
      removal: () => t('作废后，该邀请码不能再用于注册；已注册的用户不受影响。'),
      searchHint: t('邀请码、备注'),
      rowName: ({ code }) => code,
    }}
    columns={[
      { field: 'code', title: t('邀请码'), width: 176, show: (_code, row) => <InvitationCode {...row} /> },
      { field: 'note', title: t('备注'), leastWidth: 96 },
      { field: 'uses', title: t('已用 / 可用'), width: 96, show: (_uses, row) => <InvitationUses {...row} /> },
      { field: 'expireTime', title: t('到期时间'), width: 232, show: (_at, row) => <InvitationEnd {...row} /> },
      { field: 'createBy', title: t('创建人'), width: 120, rank: -2, show: ({ name }) => name },
      { field: 'createTime', title: t('创建时间'), width: 176, rank: -2, show: (at) => <Time at={at} /> },
    ]}
    actions={{ timeline: 'invitation' }}
    form={InvitationForm}
  />
)
