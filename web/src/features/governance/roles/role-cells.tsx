import { statusNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

export const RoleType = ({ type }: Pick<RoleRow, 'type'>) =>
  type === 'builtin' ? <Tag tone="accent">{t(typeNames[type])}</Tag> : <Tag>{t(typeNames[type])}</Tag>

export const RoleStatus = ({ status }: Pick<RoleRow, 'status'>) => (
  <Tag tone={status === 1 ? 'good' : 'warn'}>{t(statusNames[status])}</Tag>
)

type RoleNameProps = { row: RoleRow; unsaved: boolean }
/** Name of a role, with what is unusual about it. */
export const RoleName = ({ row, unsaved }: RoleNameProps) => (
  <span className="role-name">
    <EllipsisText>{row.name}</EllipsisText>
    {unsaved && <Tag tone="warn">{t('未保存')}</Tag>}
    {row.mine && <Tag tone="accent">{t('我的')}</Tag>}
    {row.status === 0 && <RoleStatus {...row} />}
  </span>
)

/** Name of a role above its code, where the list is narrow. */
export const RoleNameAndCode = (props: RoleNameProps) => (
  <span className="role-two-lines">
    <RoleName {...props} />
    <EllipsisText mono>{props.row.code}</EllipsisText>
  </span>
)
