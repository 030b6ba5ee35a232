import { namedInPlanImpact, type PlanImpact } from '@atrium/contract/features/plans/plans.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './plan-impact.css'

type Things = { key: string; name: string; users?: number }[]

const Changed = ({ title, things, danger = false }: { title: string; things: Things; danger?: boolean }) =>
  things.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className="plan-impact-things">
        {things.map(({ key, name, users }) => (
          <li key={key} data-danger={danger || undefined}>
            <span>{name}</span>
            {users !== undefined && <span className="plan-impact-count">{`${users} 人`}</span>}
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
    <Dialog
      title={title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>返回修改</Button>
          <Button look="primary" danger={losingRoles > 0} onClick={() => onAnswer(true)}>
            确认保存
          </Button>
        </>
      }
    >
      <div className="plan-impact">
        <p className="plan-impact-headline">{headline(impact)}</p>
        <Changed title="从所有角色收回" danger things={lost.map(({ code, ...rest }) => ({ key: code, ...rest }))} />
        <Changed title="从所有角色收回的菜单" danger things={menusOf(lostMenus)} />
        <Changed title="企业管理员获得" things={gained.map(({ code, name }) => ({ key: code, name }))} />
        <Changed title="企业管理员获得的菜单" things={menusOf(gainedMenus)} />
        {lose.length > 0 && (
          <section>
            <h3>失去权限的用户</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
            <ul className="plan-impact-people" tabIndex={0} aria-label="失去权限的用户">
              {lose.map(({ userId, name, account, companyName }) => (
                <li key={userId}>
                  <span>{`${name}（${account}）`}</span>
                  <span className="plan-impact-quiet">{companyName}</span>
                </li>
              ))}
            </ul>
            {losingUsers > lose.length && (
              <p className="plan-impact-quiet">{`共 ${losingUsers} 人，这里列出前 ${namedInPlanImpact} 人。`}</p>
            )}
          </section>
        )}
      </div>
    </Dialog>
  )
}
