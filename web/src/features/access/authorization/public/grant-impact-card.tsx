import { listText } from '@atrium/contract/kernel/list-text.ts'
import { type ReactNode, useState } from 'react'
import { userName } from '../../../../shared/texts/user-name.ts'
import { FirstRows } from '../../../../ui/first-rows.tsx'
import { ImpactDialog } from '../../../../ui/impact-dialog.tsx'
import { PlainTabs } from '../../../../ui/plain-tabs.tsx'
import { t } from '../../../../ui/texts.ts'
import '../grant-impact-card.css'
import { type Unchanged, UnchangedList } from '../unchanged-list.tsx'
import { ImpactElements } from './impact-elements.tsx'
import { riskNames } from './risk-labels.ts'

type Changes = readonly { code: string; name: string; risk: 'low' | 'mid' | 'high'; users: number }[]
type People = readonly { userId: string; name: string; account: string; active: boolean; elems: readonly string[] }[]
/** Impact of a grant change: who gains and loses what. Counts are exact, name lists are truncated. */
export type GrantImpact = {
  affectedUsers: number
  gainingUsers: number
  losingUsers: number
  gain: People
  lose: People
  unchanged: Unchanged
  gained: Changes
  lost: Changes
  apis: { gain: readonly string[]; lose: readonly string[] }
  heirs: readonly { name: string }[]
}

/** Returns the name of an element by its code. */
type NameOf = (code: string) => string

/** Converts changes to list items; high-risk elements that are gained stand out. */
const toImpactItems = (changes: Changes, gain: boolean, showsCounts: boolean) =>
  changes.map(({ code, name, risk, users }) => ({
    key: code,
    title: code,
    name,
    danger: gain && risk === 'high',
    risk: risk === 'low' ? undefined : riskNames[risk],
    users: showsCounts ? users : undefined,
  }))

const Apis = ({ title, apis }: { title: string; apis: readonly string[] }) =>
  apis.length > 0 && (
    <details className="impact-apis">
      <summary>{title}</summary>
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
const summarizeNames = (names: readonly string[]) =>
  names.length > shownNames + 1
    ? t('{names} 等 {count} 项', { names: listText(names.slice(0, shownNames)), count: names.length })
    : listText(names)

/** Users who cannot sign in are affected once they can. */
const affectedName = ({ active, ...user }: { name: string; account: string; active: boolean }) =>
  active ? userName(user) : t('{name}，账号已锁定或停用，恢复后生效', { name: userName(user) })

const PeopleList = ({ people, total, toName }: { people: People; total: number; toName: NameOf }) => (
  <FirstRows
    label={t('受影响的用户')}
    total={total}
    rows={people.map(({ userId, elems, ...user }) => {
      const names = elems.map(toName)
      return { key: userId, name: affectedName(user), note: summarizeNames(names), noteTitle: names.join('\n') }
    })}
  />
)

type ImpactCardProps = {
  title: string
  /** Label of the confirm button. */
  confirm: string
  /** Label of the cancel button; 取消 by default. */
  cancel?: string | undefined
  impact: GrantImpact
  /** Summary in one sentence. */
  headline: string
  /** Several users are affected: shows counts and names. */
  showsCounts: boolean
  /** Additional content. */
  children?: ReactNode
  onAnswer: (agreed: boolean) => void
}

/** Shows a grant change before it is applied: who gains and loses what, and which APIs open and close. */
export const GrantImpactCard = (props: ImpactCardProps) => {
  const { title, confirm, cancel, impact, headline, showsCounts, children, onAnswer } = props
  const { gain, lose, unchanged, gained, lost, gainingUsers, losingUsers, apis, heirs } = impact
  const [tab, setTab] = useState<'gain' | 'lose' | 'keep'>(() => {
    if (gainingUsers > 0) return 'gain'
    return losingUsers > 0 ? 'lose' : 'keep'
  })
  const kept = unchanged.reduce((sum, { users }) => sum + users, 0)
  const tabs = [
    ...(gainingUsers > 0 ? [{ key: 'gain' as const, text: t('获得（{gainingUsers}）', { gainingUsers }) }] : []),
    ...(losingUsers > 0 ? [{ key: 'lose' as const, text: t('失去（{losingUsers}）', { losingUsers }) }] : []),
    ...(kept > 0 ? [{ key: 'keep' as const, text: t('不变（{kept}）', { kept }) }] : []),
  ]
  const names = new Map([...gained, ...lost].map(({ code, name }) => [code, name]))
  const toName: NameOf = (code) => names.get(code) ?? code
  return (
    <ImpactDialog
      title={title}
      headline={headline}
      confirm={confirm}
      cancel={cancel}
      danger={losingUsers > 0}
      onAnswer={onAnswer}
    >
      {heirs.length > 0 && (
        <p className="impact-quiet">
          {t('继承该角色的角色同步变更：{heirs}', { heirs: listText(heirs.map(({ name }) => name)) })}
        </p>
      )}
      {children}
      <ImpactElements title={t('获得的权限点')} items={toImpactItems(gained, true, showsCounts)} />
      <ImpactElements title={t('失去的权限点')} items={toImpactItems(lost, false, showsCounts)} />
      <Apis title={t('开放 {count} 个接口', { count: apis.gain.length })} apis={apis.gain} />
      <Apis title={t('关闭 {count} 个接口', { count: apis.lose.length })} apis={apis.lose} />
      {showsCounts && tabs.length > 0 && (
        <section>
          <h3>{t('受影响的用户')}</h3>
          <PlainTabs label={t('受影响的用户')} tabs={tabs} active={tab} onSelect={setTab}>
            {tab === 'gain' && <PeopleList people={gain} total={gainingUsers} toName={toName} />}
            {tab === 'lose' && <PeopleList people={lose} total={losingUsers} toName={toName} />}
            {tab === 'keep' && <UnchangedList unchanged={unchanged} />}
          </PlainTabs>
        </section>
      )}
    </ImpactDialog>
  )
}
