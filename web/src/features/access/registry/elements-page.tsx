import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { restrictionText } from '@atrium/contract/features/access/registry/restrictable.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import type { FilterOf } from '../../../kernel/listing/filters.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { MasterDetail } from '../../../ui/master-detail.tsx'
import { t } from '../../../ui/texts.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { ElementApis } from './element-apis.tsx'
import { ElementForm } from './element-form.tsx'
import { ElementRoles } from './element-roles.tsx'
import { ModulePanel } from './module-panel.tsx'
import { NameAndCode, RiskTag, RowState } from './registry-cells.tsx'
import { elementName, isRemovable, kindNames, stateNames, toOptions } from './registry-words.ts'
import { ElementRemoval } from './removals.tsx'
import { useModules } from './use-modules.ts'
import './registry.css'

const { list, create, update, roles, apis, remove } = elementsContract
const { deprecated: _deprecated, ...elementStates } = stateNames
const unboundOptions = [
  { value: 'true', label: t('未绑定接口') },
  { value: 'false', label: t('已绑定接口') },
]

/** Shown with the roles too; without this column the table fits a usual screen. */
const menus: Column<ElementRow> = {
  field: 'menus',
  title: t('菜单', { context: 'plural' }),
  width: 140,
  show: (_menus, row) => <EllipsisText>{listText(row.menus)}</EllipsisText>,
}

const rowActions: readonly RowAction<ElementRow>[] = [
  { label: t('绑定接口'), endpoint: apis, drawer: ElementApis },
  { label: t('查看角色'), endpoint: roles, drawer: ElementRoles },
  { label: t('删除'), endpoint: remove, danger: true, when: isRemovable, drawer: ElementRemoval },
]

const filters: readonly FilterOf<typeof list>[] = [
  { kind: 'select', name: 'kind', label: t('类型'), options: toOptions(kindNames) },
  { kind: 'select', name: 'state', label: t('状态'), options: toOptions(elementStates) },
  { kind: 'select', name: 'unbound', label: t('接口绑定'), options: unboundOptions },
]

/** Modules on the left, elements of the chosen one on the right. */
export const ElementsPage = () => {
  const modules = useModules()
  const spacious = useMedia('(min-width: 1640px)')
  const [state, change] = useListState(list)
  const { module: chosen, ...others } = state.filters
  const choose = (code: string | undefined) =>
    change({ filters: code === undefined ? others : { ...others, module: code } })
  const panel = <ModulePanel modules={modules} chosen={chosen} onChoose={choose} />
  const moduleNames = new Map(modules.map(({ id, name }) => [id, name]))
  const chosenName = modules.find(({ code }) => code === chosen)?.name ?? t('全部模块')
  return (
    <MasterDetail summary={t('模块：{chosenName}', { chosenName })} panel={panel}>
      <ListPage
        contract={{ list, create, update }}
        texts={{
          noun: t('权限点'),
          purpose: t('权限点是可授予角色的操作。角色持有权限点后，即可调用其绑定的接口。'),
          searchHint: t('编码、名称'),
          rowName: elementName,
        }}
        columns={[
          {
            field: 'code',
            title: t('权限点'),
            width: 188,
            // Among all modules, names such as 新增 repeat, so the module is shown too.
            show: (code, { name, moduleId }) => (
              <NameAndCode
                name={chosen === undefined ? `${moduleNames.get(moduleId) ?? ''} · ${name}` : name}
                code={code}
              />
            ),
          },
          {
            field: 'kind',
            title: t('类型'),
            width: 72,
            show: (kind, { field }) => (
              <span title={field ? restrictionText(field) : undefined}>{kindNames[kind]}</span>
            ),
          },
          { field: 'risk', title: t('风险'), width: 64, show: (_risk, row) => <RiskTag {...row} /> },
          { field: 'apis', title: t('接口', { context: 'plural' }), width: 64, alignRight: true },
          { field: 'roles', title: t('角色', { context: 'plural' }), width: 64, alignRight: true },
          ...(spacious ? [menus] : []),
          { field: 'state', title: t('状态'), width: 136, show: (_state, row) => <RowState {...row} /> },
        ]}
        filters={filters}
        actions={{
          row: rowActions,
          timeline: 'element',
        }}
        form={ElementForm}
      />
    </MasterDetail>
  )
}
