import type { MenuImpact } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import type { ComponentProps } from 'react'
import { t } from '../../../ui/texts.ts'
import '../authorization/public/impact-elements.css'
import { userName } from '../../../shared/texts/user-name.ts'
import { FirstRows } from '../../../ui/first-rows.tsx'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'

const headline = ({ removed, losingUsers, pages }: MenuImpact) => {
  const lost =
    losingUsers === 0
      ? t('不影响任何用户。')
      : pages.length > 1
        ? t('{losingUsers} 人将无法打开其中 {count} 个页面。', { losingUsers, count: pages.length })
        : t('{losingUsers} 人将无法打开该页面。', { losingUsers })
  return removed.length > 1 ? t('将删除 {count} 个菜单，{lost}', { count: removed.length, lost }) : lost
}

type NameListProps = { title: string; items: readonly { key: string; name: string; users?: number }[] }
const NameList = ({ title, items }: NameListProps) =>
  items.length > 0 && (
    <section>
      <h3>{notedText(title, items.length)}</h3>
      <ul className="impact-elements">
        {items.map(({ key, name, users }) => (
          <li key={key} className="impact-element">
            <span>{name}</span>
            {users !== undefined && <span className="impact-count">{t('{users} 人', { users })}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
const toItems = (names: readonly string[]) => names.map((name, at) => ({ key: `${at}`, name }))

const FirstRowsSection = (props: ComponentProps<typeof FirstRows>) =>
  props.total > 0 && (
    <section>
      <h3>{props.label}</h3>
      <FirstRows {...props} />
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
  const areMany = Math.max(removed.length, pages.length) > 1
  return (
    <ImpactDialog title={title} headline={headline(impact)} confirm={confirm} danger onAnswer={onAnswer}>
      {removed.length > 1 && <NameList title={t('一并删除的菜单')} items={toItems(removed)} />}
      <NameList title={t('将无法打开的页面')} items={pages.map(({ id, name, users }) => ({ key: id, name, users }))} />
      <FirstRowsSection
        label={t('受影响的用户')}
        total={losingUsers}
        rows={lose.map(({ userId, name, account, companyName }) => {
          return { key: userId, name: userName({ name, account }), note: companyName }
        })}
      />
      <NameList title={areMany ? t('包含这些菜单的套餐') : t('包含该菜单的套餐')} items={toItems(plans)} />
      <FirstRowsSection
        label={
          areMany
            ? t('包含这些菜单的角色：{companies} 家公司的 {roles} 个', { companies, roles })
            : t('包含该菜单的角色：{companies} 家公司的 {roles} 个', { companies, roles })
        }
        unit={t('个')}
        total={roles}
        rows={namedRoles.map(({ id, name, companyName }) => ({ key: id, name, note: companyName }))}
      />
    </ImpactDialog>
  )
}
