import { namedInPlanImpact, type PlanImpact } from '@atrium/contract/features/plans/plans.contract.ts'
import { ImpactDialog } from '../../ui/impact-dialog.tsx'

type Things = { key: string; name: string; users?: number }[]

const Changed = ({ title, things, danger = false }: { title: string; things: Things; danger?: boolean }) =>
  things.length > 0 && (
    <section>
      <h3>{`${title}（${things.length}）`}</h3>
      <ul className="impact-elements">
        {things.map(({ key, name, users }) => (
          <li key={key} className="impact-element" data-danger={danger || undefined}>
            <span>{name}</span>
            {users !== undefined && <span className="impact-count">{`${users} 人`}</span>}
          </li>
        ))}
      </ul>
    </section>
  )

const headline = ({ companies, losingCompanies, losingRoles, losingUsers }: PlanImpact) =>
  losingRoles === 0
    ? `涉及 ${companies} 家公司，没有人失去权限。`
    : `涉及 ${companies} 家公司：其中 ${losingCompanies} 家的 ${losingRoles} 个角色失去权限，影响 ${losingUsers} 人。`

type PlanImpactCardProps = { title: string; impact: PlanImpact; onAnswer: (agreed: boolean) => void }

/** What another ceiling would do, before it is made: which companies, roles and people lose what, and what administrators gain. */
export const PlanImpactCard = ({ title, impact, onAnswer }: PlanImpactCardProps) => {
  const { lost, lostMenus, gained, gainedMenus, lose, losingUsers, losingRoles } = impact
  const menusOf = (names: readonly string[]) => names.map((name, at) => ({ key: `${at}`, name }))
  return (
    <ImpactDialog
      title={title}
      headline={headline(impact)}
      confirm="确认保存"
      cancel="返回修改"
      danger={losingRoles > 0}
      onAnswer={onAnswer}
    >
      <Changed title="从所有角色收回" danger things={lost.map(({ code, ...rest }) => ({ key: code, ...rest }))} />
      <Changed title="从所有角色收回的菜单" danger things={menusOf(lostMenus)} />
      <Changed title="企业管理员获得" things={gained.map(({ code, name }) => ({ key: code, name }))} />
      <Changed title="企业管理员获得的菜单" things={menusOf(gainedMenus)} />
      {lose.length > 0 && (
        <section>
          <h3>失去权限的用户</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
          <ul className="impact-people" tabIndex={0} aria-label="失去权限的用户">
            {lose.map(({ userId, name, account, companyName }) => (
              <li key={userId}>
                <span>{`${name}（${account}）`}</span>
                <span className="impact-quiet">{companyName}</span>
              </li>
            ))}
          </ul>
          {losingUsers > lose.length && (
            <p className="impact-quiet">{`共 ${losingUsers} 人，这里列出前 ${namedInPlanImpact} 人。`}</p>
          )}
        </section>
      )}
    </ImpactDialog>
  )
}
