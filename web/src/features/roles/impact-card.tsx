import { type GrantImpact, namedInImpact, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { useState } from 'react'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { riskNames } from './role-words.ts'
import { RowsChange } from './rows-change.tsx'
import './impact-card.css'

type Changes = GrantImpact['gained']
type People = GrantImpact['gain']

/** What an element is called among those of other modules, by its code. */
type NameOf = (code: string) => string

const useNames = (roleId: string, changes: Changes): NameOf => {
  const { data: modules = [] } = useRead(rolesContract.elements, { params: { id: roleId } }, { toasts: false })
  const names = new Map(changes.map(({ code, name }) => [code, name]))
  for (const { name, elems } of modules) for (const elem of elems) names.set(elem.code, `${name} · ${elem.name}`)
  return (code) => names.get(code) ?? code
}

type ElementsProps = { title: string; changes: Changes; gain: boolean; nameOf: NameOf }
const Elements = ({ title, changes, gain, nameOf }: ElementsProps) =>
  changes.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className="impact-elements">
        {changes.map(({ code, risk, users }) => (
          <li key={code} className="impact-element" data-danger={(gain && risk === 'high') || undefined} title={code}>
            <span>{nameOf(code)}</span>
            {risk !== 'low' && <span className="impact-risk">{riskNames[risk]}</span>}
            <span className="impact-count">{`${users} 人`}</span>
          </li>
        ))}
      </ul>
    </section>
  )

const Apis = ({ title, apis }: { title: string; apis: readonly string[] }) =>
  apis.length > 0 && (
    <details className="impact-apis">
      <summary>{`${title} ${apis.length} 个接口`}</summary>
      <ul>
        {apis.map((api) => (
          <li key={api}>
            <code>{api}</code>
          </li>
        ))}
      </ul>
    </details>
  )

const shownNames = 2
const briefly = (names: readonly string[]) =>
  names.length > shownNames + 1 ? `${names.slice(0, shownNames).join('、')} 等 ${names.length} 项` : names.join('、')

const PeopleList = ({ people, total, nameOf }: { people: People; total: number; nameOf: NameOf }) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
    <ul className="impact-people" tabIndex={0} aria-label="受影响的用户">
      {people.map(({ userId, name, account, elems }) => (
        <li key={userId}>
          <span>{`${name}（${account}）`}</span>
          <span className="impact-quiet" title={elems.map(nameOf).join('\n')}>
            {briefly(elems.map(nameOf))}
          </span>
        </li>
      ))}
    </ul>
    {total > people.length && (
      <p className="impact-quiet">{`共 ${total} 人，这里列出前 ${Math.min(people.length, namedInImpact)} 人。`}</p>
    )}
  </>
)

const headline = ({ affectedUsers, gainingUsers, losingUsers, rows }: GrantImpact) => {
  if (affectedUsers === 0) return '没有用户因此获得或失去权限。'
  const parts = [
    gainingUsers > 0 && `${gainingUsers} 人获得权限`,
    losingUsers > 0 && `${losingUsers} 人失去权限`,
    rows && `${rows.users} 人能看到的数据改变`,
  ].filter(Boolean)
  if (parts.length === 0) return `涉及 ${affectedUsers} 人，他们的权限不变。`
  return `涉及 ${affectedUsers} 人：${parts.join('，')}。`
}

type ImpactCardProps = {
  roleId: string
  title: string
  /** What agreeing is called. */
  confirm: string
  impact: GrantImpact
  onAnswer: (agreed: boolean) => void
}

/** What a change of grants would do, before it is made: who gains and loses what, and which APIs open and close. */
export const ImpactCard = ({ roleId, title, confirm, impact, onAnswer }: ImpactCardProps) => {
  const { gain, lose, gained, lost, gainingUsers, losingUsers, apis, heirs, rows } = impact
  const [tab, setTab] = useState<'gain' | 'lose'>(gainingUsers > 0 ? 'gain' : 'lose')
  const tabs = [
    ...(gainingUsers > 0 ? [{ key: 'gain' as const, text: `获得（${gainingUsers}）` }] : []),
    ...(losingUsers > 0 ? [{ key: 'lose' as const, text: `失去（${losingUsers}）` }] : []),
  ]
  const nameOf = useNames(roleId, [...gained, ...lost])
  return (
    <Dialog
      title={title}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>返回修改</Button>
          <Button look="primary" danger={losingUsers > 0} onClick={() => onAnswer(true)}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="impact">
        <p className="impact-headline">{headline(impact)}</p>
        {heirs.length > 0 && (
          <p className="impact-quiet">{`继承它的角色一并变化：${heirs.map(({ name }) => name).join('、')}`}</p>
        )}
        {rows && <RowsChange {...rows} />}
        <Elements title="获得的元素" changes={gained} gain nameOf={nameOf} />
        <Elements title="失去的元素" changes={lost} gain={false} nameOf={nameOf} />
        <Apis title="开放" apis={apis.gain} />
        <Apis title="关闭" apis={apis.lose} />
        {tabs.length > 0 && (
          <section>
            <h3>{tabs.length > 1 ? '受影响的用户' : gainingUsers > 0 ? '获得权限的用户' : '失去权限的用户'}</h3>
            <PlainTabs label="受影响的用户" tabs={tabs} active={tab} onSelect={setTab}>
              {tab === 'gain' ? (
                <PeopleList people={gain} total={gainingUsers} nameOf={nameOf} />
              ) : (
                <PeopleList people={lose} total={losingUsers} nameOf={nameOf} />
              )}
            </PlainTabs>
          </section>
        )}
      </div>
    </Dialog>
  )
}
