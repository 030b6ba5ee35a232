import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../../ui/texts.ts'
import type { MenuNode, RightsGraph, RoleNode } from './rights-graph.ts'
import { roleNote } from './rights-words.ts'

const sourceText = (roles: readonly RoleNode[], via: readonly string[]): string =>
  listText(
    via
      .flatMap((id) => roles.find((role) => role.id === id) ?? [])
      .map((role) => {
        const note = roleNote(role)
        return note ? notedText(role.name, note) : role.name
      }),
  )

const MenuRows = ({ menu, roles }: { menu: MenuNode; roles: readonly RoleNode[] }) => (
  <tbody>
    {menu.points.map(({ id, name, via }, at) => (
      <tr key={id}>
        {at === 0 && (
          <th scope="rowgroup" rowSpan={menu.points.length}>
            {menu.name}
            {menu.isPage && menu.via.length === 0 && <small>{t('没有角色授予该菜单')}</small>}
          </th>
        )}
        <td title={id}>{name}</td>
        <td>{sourceText(roles, via)}</td>
      </tr>
    ))}
  </tbody>
)

/** The same as the drawing, as a table. */
export const RightsTable = ({ graph: { roles, menus } }: { graph: RightsGraph }) =>
  menus.length > 0 && (
    <table className="rights-table" aria-label={t('权限来源')}>
      <thead>
        <tr>
          <th scope="col">{t('菜单')}</th>
          <th scope="col">{t('权限点')}</th>
          <th scope="col">{t('来自角色')}</th>
        </tr>
      </thead>
      {menus.map((menu) => (
        <MenuRows key={menu.id} menu={menu} roles={roles} />
      ))}
    </table>
  )
