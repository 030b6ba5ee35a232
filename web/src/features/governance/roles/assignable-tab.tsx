import { type RoleRow, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useMemo } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ChosenItem, ChosenList } from '../../../ui/chosen-list.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { tickedIds } from '../../access/authorization/public/grant-tree/ticks.ts'
import { findRoles } from './find-roles.ts'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'

type ChosenRoleProps = { id: string; onRemove: (() => void) | undefined }
const ChosenRole = ({ id, onRemove }: ChosenRoleProps) => {
  const { data, isError } = useRead(rolesContract.get, { params: { id } }, { toasts: false })
  const name = data?.name ?? (isError ? t('（已删除的角色）') : t('加载中...'))
  return <ChosenItem name={name} {...(data && { code: data.code })} onRemove={onRemove} />
}

/** Roles that assignees of this one may assign. */
export const AssignableTab = ({ role, readOnlyReason }: { role: RoleRow; readOnlyReason: string | undefined }) => {
  const draft = useGrantDraft()
  const ticks = useDraftValue(({ assignable }) => assignable)
  const ids = useMemo(() => tickedIds(ticks), [ticks])
  const tick = (id: string, on: boolean) => draft.getState().tick('assignable', [id], on)
  return (
    <div className="assignable">
      <p className="role-quiet">
        {ids.length === 0
          ? t('未选择时不另加限制：有权分配角色的成员，可授予不超出本人权限的任何角色。')
          : t('有权分配角色的成员，仅可授予以下 {count} 个角色。', { count: ids.length })}
      </p>
      {readOnlyReason === undefined && (
        <SearchSelect
          // Options depend on the current choice.
          key={ids.join()}
          aria-label={t('添加可授予的角色')}
          placeholder={t('输入名称、编码添加角色')}
          find={findRoles([role.id, ...ids])}
          value={undefined}
          onChange={(id) => id && tick(id, true)}
        />
      )}
      <ChosenList label={t('可授予的角色')}>
        {ids.map((id) => (
          <ChosenRole key={id} id={id} onRemove={readOnlyReason === undefined ? () => tick(id, false) : undefined} />
        ))}
      </ChosenList>
    </div>
  )
}
