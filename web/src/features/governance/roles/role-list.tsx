import { dataScopes } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { scopeNames, statusNames, typeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { type RoleRow, rolesContract, roleTypes } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import { ImportButton } from '../../../kernel/listing/import-button.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { CompareDrawer } from './compare-drawer.tsx'
import { changeActions, isOwn, removalText } from './role-actions.ts'
import { roleBulkActions } from './role-bulk-actions.tsx'
import { RoleName, RoleNameAndCode, RoleStatus, RoleType } from './role-cells.tsx'
import { RoleDrawer } from './role-drawer.tsx'
import { RoleForm } from './role-form.tsx'
import { peopleCount } from './role-words.ts'

const { list, exportRoles, create, remove, compare } = rolesContract
const { grants } = roleGrantsContract

const columns = (unsaved: ReadonlySet<string>): readonly Column<RoleRow>[] => [
  { field: 'name', title: t('角色'), show: (_name, row) => <RoleName row={row} unsaved={unsaved.has(row.id)} /> },
  { field: 'users', title: t('成员'), width: 72, alignRight: true, show: peopleCount },
  { field: 'type', title: t('类型'), width: 80, show: (_type, row) => <RoleType {...row} /> },
  { field: 'code', title: t('编码'), width: 140 },
  { field: 'status', title: t('状态'), width: 88, show: (_status, row) => <RoleStatus {...row} /> },
  { field: 'dataScope', title: t('数据范围'), width: 112, show: (scope) => t(scopeNames[scope]) },
  { field: 'parentName', title: t('上级角色'), width: 120 },
]

/** Beside a role there is room for its name, its code and its members. */
const compactColumns = (unsaved: ReadonlySet<string>): readonly Column<RoleRow>[] => [
  {
    field: 'name',
    title: t('角色'),
    show: (_name, row) => <RoleNameAndCode row={row} unsaved={unsaved.has(row.id)} />,
  },
  {
    field: 'users',
    title: t('成员'),
    width: 72,
    alignRight: true,
    show: (count) => t('{count} 人', { count: peopleCount(count) }),
  },
]

const filters: readonly FilterOf<typeof list>[] = [
  {
    kind: 'select',
    name: 'type',
    label: t('类型'),
    options: roleTypes.map((value) => ({ value, label: t(typeNames[value]) })),
  },
  {
    kind: 'select',
    name: 'dataScope',
    label: t('数据范围'),
    options: dataScopes.map((value) => ({ value, label: t(scopeNames[value]) })),
  },
  {
    kind: 'select',
    name: 'status',
    label: t('状态'),
    options: [
      { value: '1', label: t(statusNames[1]) },
      { value: '0', label: t(statusNames[0]) },
    ],
  },
]

type RoleListProps = {
  /** The panel is shown beside the list, which is narrow then and needs no drawer. */
  beside: boolean
  selected: RoleRow | undefined
  /** Ids of roles with unsaved changes. */
  unsaved: ReadonlySet<string>
  onSelect: (role: RoleRow | undefined) => void
}

/** The role list with its row actions. */
export const RoleList = ({ beside, selected, unsaved, onSelect }: RoleListProps) => {
  const isPhone = useIsPhone()
  const canCompare = useCan(compare)
  const [drawer, open] = useOverlay()
  return (
    <>
      <ListPage
        contract={{ list, create, remove }}
        texts={{
          noun: t('角色'),
          purpose: t('角色是一组权限。授予用户角色后，用户即拥有相应的菜单、操作和数据。'),
          searchHint: t('名称、编码'),
          rowName: ({ name }) => name,
          removal: removalText,
        }}
        columns={beside ? compactColumns(unsaved) : columns(unsaved)}
        rows={{ isCompact: beside }}
        filters={filters}
        actions={{
          row: [
            ...(beside ? [] : [{ label: t('授权'), endpoint: grants, drawer: RoleDrawer }]),
            ...changeActions,
            { label: t('详情'), endpoint: grants, page: ({ id }) => id },
          ],
          batch: roleBulkActions,
          removable: isOwn,
          export: exportRoles,
          tools: (
            <>
              {canCompare && (
                <Button onClick={() => open((onClosed) => <CompareDrawer first={selected?.id} onClosed={onClosed} />)}>
                  {t('比较')}
                </Button>
              )}
              <ImportButton entity="role" contract={rolesContract} />
            </>
          ),
        }}
        form={RoleForm}
        // On a phone no panel beside the cards shows the selection.
        selection={isPhone ? undefined : { onSelect }}
      />
      {drawer}
    </>
  )
}
