import type { MenuImpact } from '@atrium/contract/features/menus/menus.contract.ts'
import { ImpactDialog } from '../../ui/impact-dialog.tsx'

const headline = ({ removed, losingUsers, pages }: MenuImpact) => {
  const lost =
    losingUsers > 0
      ? `${losingUsers} 人不能再打开${pages.length > 1 ? `其中 ${pages.length} 个页面` : '这个页面'}`
      : '没有人失去页面'
  return removed.length > 1 ? `将删除 ${removed.length} 个菜单，${lost}。` : `${lost}。`
}

type ThingsProps = { title: string; things: readonly { key: string; name: string; users?: number }[] }
const Things = ({ title, things }: ThingsProps) =>
  things.length > 0 && (
    <section>
      <h3>{`${title}（${things.length}）`}</h3>
      <ul className="impact-elements">
        {things.map(({ key, name, users }) => (
          <li key={key} className="impact-element">
            <span>{name}</span>
            {users !== undefined && <span className="impact-count">{`${users} 人`}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
const named = (names: readonly string[]) => names.map((name, at) => ({ key: `${at}`, name }))

type Listed = { key: string; name: string; companyName: string }
type FirstProps = { title: string; rows: readonly Listed[]; total: number; unit: string }
const First = ({ title, rows, total, unit }: FirstProps) =>
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
  /** What agreeing is called. */
  confirm: string
  impact: MenuImpact
  onAnswer: (agreed: boolean) => void
}

/** What a change of menus would do, before it is made: what goes, and who can open which pages no longer. */
export const MenuImpactCard = ({ title, confirm, impact, onAnswer }: MenuImpactCardProps) => {
  const { removed, pages, lose, losingUsers, roles, companies, namedRoles, plans } = impact
  const many = Math.max(removed.length, pages.length) > 1 ? '们' : ''
  return (
    <ImpactDialog title={title} headline={headline(impact)} confirm={confirm} danger onAnswer={onAnswer}>
      {removed.length > 1 && <Things title="一并删除的菜单" things={named(removed)} />}
      <Things title="不能再打开的页面" things={pages.map(({ id, name, users }) => ({ key: id, name, users }))} />
      <First
        title="失去页面的用户"
        unit="人"
        total={losingUsers}
        rows={lose.map(({ userId, name, account, companyName }) => {
          return { key: userId, name: `${name}（${account}）`, companyName }
        })}
      />
      <Things title={`包含它${many}的套餐`} things={named(plans)} />
      <First
        title={`包含它${many}的角色：${companies} 家公司的 ${roles} 个`}
        unit="个"
        total={roles}
        rows={namedRoles.map(({ id, ...role }) => ({ key: id, ...role }))}
      />
    </ImpactDialog>
  )
}
