import type { MenuImpact } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'

const headline = ({ removed, losingUsers, pages }: MenuImpact) => {
  const lost =
    losingUsers > 0
      ? `${losingUsers} 人不能再打开${pages.length > 1 ? `其中 ${pages.length} 个页面` : '这个页面'}`
      : '没有人失去页面'
  return removed.length > 1 ? `将删除 ${removed.length} 个菜单，${lost}。` : `${lost}。`
}

type NameListProps = { title: string; items: readonly { key: string; name: string; users?: number }[] }
const NameList = ({ title, items }: NameListProps) =>
  items.length > 0 && (
    <section>
      <h3>{`${title}（${items.length}）`}</h3>
      <ul className="impact-elements">
        {items.map(({ key, name, users }) => (
          <li key={key} className="impact-element">
            <span>{name}</span>
            {users !== undefined && <span className="impact-count">{`${users} 人`}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
const toItems = (names: readonly string[]) => names.map((name, at) => ({ key: `${at}`, name }))

type ListedRow = { key: string; name: string; companyName: string }
type FirstRowsProps = { title: string; rows: readonly ListedRow[]; total: number; unit: string }
const FirstRows = ({ title, rows, total, unit }: FirstRowsProps) =>
  total > 0 && (
    <section>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
      <ul className="impact-people" tabIndex={0} aria-label={title}>
        {rows.map(({ key, name, companyName }) => (
          <li key={key}>
            <span>{name}</span>
            <span className="impact-quiet">{companyName}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="impact-quiet">{`共 ${total} ${unit}，这里列出前 ${rows.length} ${unit}。`}</p>
      )}
    </section>
  )

type MenuImpactCardProps = {
  title: string
  /** Label of the confirm button. */
  confirm: string
  impact: MenuImpact
  onAnswer: (agreed: boolean) => void
}

/** Impact of a menu change before it is made: deleted menus, and users who lose pages. */
export const MenuImpactCard = ({ title, confirm, impact, onAnswer }: MenuImpactCardProps) => {
  const { removed, pages, lose, losingUsers, roles, companies, namedRoles, plans } = impact
  const pluralSuffix = Math.max(removed.length, pages.length) > 1 ? '们' : ''
  return (
    <ImpactDialog title={title} headline={headline(impact)} confirm={confirm} danger onAnswer={onAnswer}>
      {removed.length > 1 && <NameList title="一并删除的菜单" items={toItems(removed)} />}
      <NameList title="不能再打开的页面" items={pages.map(({ id, name, users }) => ({ key: id, name, users }))} />
      <FirstRows
        title="失去页面的用户"
        unit="人"
        total={losingUsers}
        rows={lose.map(({ userId, name, account, companyName }) => {
          return { key: userId, name: `${name}（${account}）`, companyName }
        })}
      />
      <NameList title={`包含它${pluralSuffix}的套餐`} items={toItems(plans)} />
      <FirstRows
        title={`包含它${pluralSuffix}的角色：${companies} 家公司的 ${roles} 个`}
        unit="个"
        total={roles}
        rows={namedRoles.map(({ id, ...role }) => ({ key: id, ...role }))}
      />
    </ImpactDialog>
  )
}
