import {
  type OnlineRow,
  onlineSessionsContract,
} from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { clients } from '@atrium/contract/features/people/users/session-row.ts'
import { call } from '../../../kernel/api/call.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { DeviceText, PlaceText } from '../../../ui/origin-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { methodName } from '../../people/users/public/method-name.ts'
import { PersonAvatar } from '../../people/users/public/person-avatar.tsx'
import './online-sessions.css'

const { list, remove } = onlineSessionsContract

const clientNames: Record<OnlineRow['client'], string> = { console: t('控制台'), front: t('门户'), open: t('程序') }
const clientOptions = clients.map((client) => ({ value: client, label: clientNames[client] }))

const SessionUser = ({ userId, name, account, current }: OnlineRow) => (
  <span className="online-who">
    <PersonAvatar id={userId} name={name} />
    <span className="online-name">
      <EllipsisText>{name}</EllipsisText>
      <EllipsisText>{account}</EllipsisText>
    </span>
    {current && <Tag tone="good">{t('当前')}</Tag>}
  </span>
)

/** Signed-in users of the company, with an action to end their sessions. */
export const OnlineSessionsPage = () => (
  <ListPage
    // Without `remove`: ending a session is a row action with its own label.
    contract={{ list }}
    texts={{
      noun: t('在线用户', { context: 'singular' }),
      purpose: t('查看在线用户的登录来源、设备和最近活动时间。'),
      searchHint: t('账号、姓名'),
    }}
    columns={[
      { field: 'name', title: t('用户'), leastWidth: 200, show: (_name, row) => <SessionUser {...row} /> },
      {
        field: 'client',
        title: t('客户端'),
        width: 72,
        rank: -2,
        place: 'state',
        show: (client) => <Tag>{clientNames[client]}</Tag>,
      },
      { field: 'method', title: t('登录方式'), width: 80, rank: -2, show: methodName },
      { field: 'ip', title: t('IP 地址'), leastWidth: 148, show: (_ip, row) => <PlaceText {...row} /> },
      { field: 'agent', title: t('设备'), leastWidth: 160, show: (_agent, row) => <DeviceText {...row} /> },
      { field: 'createTime', title: t('登录时间'), width: 168, rank: -2, show: (at) => <Time at={at} /> },
      { field: 'lastTime', title: t('最近活动'), width: 168, show: (at) => <Time at={at} /> },
    ]}
    filters={[{ kind: 'select', name: 'client', label: t('客户端'), options: clientOptions }]}
    actions={{
      row: [
        {
          label: t('下线'),
          endpoint: remove,
          danger: true,
          when: ({ current }) => !current,
          confirm: ({ id, name }) => ({
            title: t('强制“{name}”下线？', { name }),
            body: t('该用户的此会话将立即失效。'),
            run: () => call(remove, { params: { id } }),
          }),
        },
      ],
    }}
  />
)
