import { bulkElements, rolesBulk } from '@atrium/contract/features/governance/roles/roles.bulk.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { lazy } from 'react'
import type { BatchAction } from '../../../kernel/listing/batch-action.ts'
import { bulkAction } from '../../../kernel/listing/bulk-action.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'

// Loaded when opened.
const ElementsField = lazy(async () => ({ default: (await import('./elements-field.tsx')).ElementsField }))

const common = { bulk: rolesBulk, invalidates: affectedReads }
const form = {
  schema: bulkElements,
  labels: { elems: t('权限点', { context: 'plural' }) },
  initial: { elems: [] },
  fields: <ElementsField />,
}
/** What can be done with many roles, or with all that the list finds. */
export const roleBulkActions: readonly BatchAction<RoleRow>[] = [
  bulkAction({
    ...common,
    operation: 'giveElements',
    label: t('授予权限点'),
    form,
    note: t('已有的权限点不变，菜单和数据范围不变。'),
  }),
  bulkAction({
    ...common,
    operation: 'takeElements',
    label: t('移除权限点'),
    form,
    danger: true,
    note: t('仅移除角色自身的权限点，从上级角色继承的不变。'),
  }),
]
