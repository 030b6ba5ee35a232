import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { elementName } from './registry-words.ts'
import './registry.css'

/** The company's roles that hold an element, the number of roles in other companies, and the menus that require it. */
export const ElementRoles = ({ row, onClosed }: RowDrawerProps<ElementRow>) => {
  const [open, setOpen] = useState(true)
  const { data } = useRead(elementsContract.roles, { params: { id: row.id }, query: { size: 100 } })
  const others = data ? row.roles - data.total : 0
  return (
    <Drawer
      title={t('持有角色：{row}', { row: elementName(row) })}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      {data === undefined && <Skeleton lines={4} />}
      {data?.total === 0 && (
        <Empty title={t('本公司暂无角色持有该权限点')} hint={t('拥有全部权限的平台超级管理员不在此列。')} />
      )}
      {data && data.total > 0 && (
        <ul className="registry-rows" aria-label={t('持有角色')}>
          {data.data.map(({ id, name, users }) => (
            <li key={id}>
              <span>{name}</span>
              <span className="registry-quiet">{t('{users} 人', { users })}</span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && (
        <p className="registry-quiet">{t('共 {total} 个角色，只显示前 100 个', { total: data.total })}</p>
      )}
      {row.menus.length > 0 && (
        <p className="registry-quiet">{t('需要该权限点的菜单：{menus}', { menus: listText(row.menus) })}</p>
      )}
      {others > 0 && <p className="registry-quiet">{t('另有其他公司的 {others} 个角色持有该权限点。', { others })}</p>}
    </Drawer>
  )
}
