import { type MenuRow, menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { isFiltered } from '../../../kernel/listing/list-state.ts'
import { useList } from '../../../kernel/listing/use-list.ts'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { takesChildren } from './menu-branches.ts'
import { ChildForm, MenuElements, MenuForm } from './menu-form.tsx'
import { MenuName } from './menu-name.tsx'
import { MenuRemoval } from './menu-removal.tsx'
import { metadataIn } from './menu-values.ts'
import { kindLabels } from './menu-words.ts'
import { useBranches } from './use-branches.ts'
import { useMenuImpact } from './use-menu-impact.tsx'
import { useMenuSorting } from './use-menu-sorting.ts'
import './menus.css'

const { list, create, update, remove, sort } = menusContract

const Template = ({ row }: { row: MenuRow }) => {
  const { component, external } = metadataIn(row)
  if (row.kind === 'menu') return <EllipsisText mono>{component}</EllipsisText>
  return row.kind === 'dir' ? (
    <Tag>{kindLabels.dir}</Tag>
  ) : (
    <span className="menu-template">
      <Tag>{kindLabels[row.kind]}</Tag>
      <EllipsisText mono>{external}</EllipsisText>
    </span>
  )
}

const MenuIcon = ({ row }: { row: MenuRow }) => {
  const { icon } = metadataIn(row)
  return (
    <span className="menu-icon" title={icon || undefined}>
      <Icon name={icon} />
    </span>
  )
}

const otherColumns: readonly Column<MenuRow>[] = [
  { field: 'id', title: t('图标'), width: 56, rank: -2, show: (_id, row) => <MenuIcon row={row} /> },
  {
    field: 'parent',
    title: t('路径'),
    leastWidth: 160,
    show: (_parent, row) => <EllipsisText mono>{metadataIn(row).path}</EllipsisText>,
  },
  { field: 'metadata', title: t('模板'), leastWidth: 140, rank: -2, show: (_metadata, row) => <Template row={row} /> },
  { field: 'sort', title: t('排序'), width: 72, rank: -3, alignRight: true },
  {
    field: 'elems',
    title: t('权限点', { context: 'plural' }),
    width: 64,
    rank: -3,
    alignRight: true,
    show: (elems) => <span title={listText(elems.map(({ name }) => name)) || undefined}>{elems.length}</span>,
  },
  {
    field: 'status',
    title: t('状态'),
    width: 80,
    show: (status) => (status === 1 ? <Tag tone="good">{t('启用')}</Tag> : <Tag>{t('停用')}</Tag>),
  },
]

const rowActions: readonly RowAction<MenuRow>[] = [
  { label: t('新增下级'), endpoint: create, when: takesChildren, drawer: ChildForm },
  { label: t('设置权限点'), endpoint: update, when: ({ origin }) => origin === 'custom', drawer: MenuElements },
  {
    label: t('删除'),
    endpoint: remove,
    danger: true,
    when: ({ origin }) => origin === 'custom',
    drawer: MenuRemoval,
  },
]

/** The product's menus as a tree, which the sidebar shows to users granted them. */
export const MenusPage = () => {
  const [state] = useListState(list)
  // Shares the list's own read.
  const { rows } = useList(list, state, false)
  const [card, confirms] = useMenuImpact(t('移动菜单'), t('确认移动'))
  const sorting = useMenuSorting(rows, confirms)
  const branches = useBranches(sorting.rows)
  const canEdit = useCan(sort) && !isFiltered(state)

  return (
    <>
      <ListPage
        contract={{ list, create, update }}
        texts={{
          noun: t('菜单'),
          purpose: t('菜单用于设置侧边栏的名称、地址和对应页面，可见范围由角色授权决定。'),
          searchHint: t('名称、路径、模板'),
          rowName: ({ name }) => name,
        }}
        columns={[
          {
            field: 'name',
            hasControls: true,
            title: t('名称'),
            leastWidth: 220,
            show: (_name, row) => (
              <MenuName
                row={row}
                depth={branches.measureDepth(row.id)}
                hidden={metadataIn(row).hidden}
                open={branches.isOpen(row.id)}
                onToggle={() => branches.toggle(row.id)}
                handle={canEdit ? sorting.handle(row.id) : undefined}
                lifted={sorting.lifted === row.id || sorting.dragged === row.id}
                drop={sorting.over?.id === row.id && sorting.dragged !== row.id ? sorting.over.zone : undefined}
              />
            ),
          },
          ...otherColumns,
        ]}
        actions={{
          row: rowActions,
          timeline: 'menu',
          tools: (
            <>
              <Button onClick={branches.openAll}>{t('全部展开')}</Button>
              <Button onClick={branches.closeAll}>{t('全部收起')}</Button>
            </>
          ),
        }}
        form={MenuForm}
        rows={{ paged: false, isTree: true, transform: () => branches.visible }}
      />
      {card}
      <p className="visually-hidden" role="status">
        {sorting.said}
      </p>
    </>
  )
}
