import type { PortalUserRow } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { lockText, PortalUserState } from './portal-user-words.tsx'

type Action = { label: string; danger?: boolean; run: () => void }

/** A member of the user's company. */
export const MemberCard = ({ row, isSelf, actions }: { row: PortalUserRow; isSelf: boolean; actions: Action[] }) => (
  <li className="card">
    <div className="card-head">
      <strong>{row.name}</strong>
      {isSelf && <Tag>本人</Tag>}
      {row.admin && <Tag tone="accent">管理员</Tag>}
      {row.outside && <Tag>外部</Tag>}
      <PortalUserState status={row.status} lock={row.lock} />
    </div>
    <p className="card-quiet">
      {row.account}
      {row.phone && ` · ${row.phone}`}
    </p>
    <p className="card-quiet">
      {row.lock ? (
        `锁定原因：${lockText(row.lock)}`
      ) : row.lastLogin ? (
        <>
          最近登录 <Time at={row.lastLogin.time} />
        </>
      ) : (
        '尚未登录'
      )}
    </p>
    {actions.length > 0 && (
      <div className="card-actions">
        {actions.map(({ label, danger = false, run }) => (
          <Button key={label} danger={danger} aria-label={`${label}：${row.name}`} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    )}
  </li>
)
