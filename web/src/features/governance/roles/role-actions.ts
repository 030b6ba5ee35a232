import { type RoleRow, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { CopyForm } from './copy-form.tsx'
import { RoleForm } from './role-form.tsx'
import { LockRole, UnlockRole } from './role-switch.tsx'

const { update, copy, lock, unlock, remove } = rolesContract

/** Whether the caller may change a role: it is not the product's, and not one they hold. */
export const isOwn = ({ type, mine }: RoleRow): boolean => type !== 'builtin' && !mine

/** What changes a role, beside its grants. */
export const changeActions: readonly RowAction<RoleRow>[] = [
  { label: t('编辑'), endpoint: update, when: isOwn, drawer: RoleForm },
  { label: t('复制'), endpoint: copy, drawer: CopyForm },
  { label: t('锁定'), endpoint: lock, danger: true, when: (row) => isOwn(row) && row.status === 1, drawer: LockRole },
  { label: t('解锁'), endpoint: unlock, when: (row) => isOwn(row) && row.status === 0, drawer: UnlockRole },
]

/** What follows from the removal of a role. */
export const removalText = ({ name }: RoleRow): string =>
  t('删除后不能恢复。“{name}”有成员或被继承时不能删除。', { name })

/** What may be done with a role beside the list, which has no actions there. */
export const panelActions: readonly RowAction<RoleRow>[] = [
  ...changeActions,
  {
    label: t('删除'),
    endpoint: remove,
    danger: true,
    when: isOwn,
    confirm: (role) => ({
      title: t('删除“{name}”？', { name: role.name }),
      body: removalText(role),
      run: () => call(remove, { params: { id: role.id } }),
    }),
  },
]
