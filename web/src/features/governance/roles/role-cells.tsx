import { statusNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'

export const RoleType = ({ type }: Pick<RoleRow, 'type'>) =>
  type === 'builtin' ? <Tag tone="accent">{typeNames[type]}</Tag> : <Tag>{typeNames[type]}</Tag>

export const RoleStatus = ({ status }: Pick<RoleRow, 'status'>) => (
  <Tag tone={status === 1 ? 'good' : 'warn'}>{statusNames[status]}</Tag>
)

type RoleNameProps = { row: RoleRow; brief: boolean; unsaved: boolean }
/** Name over code, with unusual properties beside them. `brief`: the table has no columns for these. */
export const RoleName = ({ row, brief, unsaved }: RoleNameProps) => (
  <span className="role-name-words">
    <EllipsisText>{row.name}</EllipsisText>
    <span className="role-name">
      <span className="role-code">
        <EllipsisText mono>{row.code}</EllipsisText>
      </span>
      {unsaved && <Tag tone="warn">未保存</Tag>}
      {row.mine && <Tag tone="accent">我的</Tag>}
      {brief && row.type !== 'custom' && <RoleType {...row} />}
      {brief && row.status === 0 && <RoleStatus {...row} />}
    </span>
  </span>
)
