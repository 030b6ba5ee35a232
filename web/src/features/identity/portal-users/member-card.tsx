import type { PortalUserRow } from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { lockText, PortalUserState } from './portal-user-words.tsx'

type Action = { label: string; danger?: boolean; run: () => void }

/** A member of the user's company. */
export const MemberCard = ({ row, isSelf, actions }: { row: PortalUserRow; isSelf: boolean; actions: Action[] }) => (
  <li className="card">
    <div className="card-head">
      <strong>{row.name}</strong>
      {isSelf && <Tag>{t('本人')}</Tag>}
      {row.admin && <Tag tone="accent">{t('管理员')}</Tag>}
      {row.outside && <Tag>{t('外部')}</Tag>}
      <PortalUserState status={row.status} lock={row.lock} />
    </div>
    <p className="card-quiet">
      {row.account}
      {row.phone && ` · ${row.phone}`}
    </p>
    <p className="card-quiet">
      {row.lock
        ? t('锁定原因：{lock}', { lock: lockText(row.lock) })
        : row.lastLogin
          ? rich('最近登录 {time}', { time: <Time at={row.lastLogin.time} /> })
          : t('尚未登录')}
    </p>
    {actions.length > 0 && (
      <div className="card-actions">
        {actions.map(({ label, danger = false, run }) => (
          <Button key={label} danger={danger} aria-label={labelledText(label, row.name)} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    )}
  </li>
)
