import { fieldValue } from '@atrium/contract/features/operation-logs/field-words.ts'
import type { SeenRows as Seen } from '@atrium/contract/features/users/seen-rows.ts'
import { wayText } from './user-words.ts'
import './users.css'

type Organizations = Pick<Seen, 'organizations' | 'organizationCount'>
type Role = Seen['roles'][number]

const organizationsText = ({ organizations, organizationCount }: Organizations): string => {
  const named = organizations.map(
    ({ name, below, filtered }) => `${name}${below ? '及下级' : ''}${filtered ? '（符合数据规则的）' : ''}`,
  )
  return `${named.join('、')}${organizationCount > named.length ? ` 等 ${organizationCount} 个组织` : ''}`
}

/** All in all, in a sentence. */
const seenSentence = (seen: Seen): string => {
  if (seen.everybody === 'all') return '能看到本公司的全部数据。'
  const beside = [
    seen.everybody === 'filtered' && '本公司符合数据规则的数据',
    seen.organizationCount > 0 && `这些组织的数据：${organizationsText(seen)}`,
  ].filter(Boolean)
  return beside.length === 0 ? '只能看到本人的数据。' : `能看到本人的数据，以及${beside.join('；')}。`
}

const ofOrganizations: readonly Role['dataScope'][] = ['orgSub', 'org', 'custom']
const roleText = ({ dataScope, rules, organizations, organizationCount }: Role): string => {
  const names = organizations.map((each) => ({ ...each, below: false, filtered: false }))
  const which = organizationsText({ organizations: names, organizationCount }) || '没有这样的组织'
  return [
    fieldValue('dataScope', dataScope),
    ofOrganizations.includes(dataScope) && `（${which}）`,
    rules > 0 && `，按 ${rules} 条数据规则筛选`,
  ]
    .filter(Boolean)
    .join('')
}

/** Whose rows somebody sees, and which role shows them. */
export const SeenRows = (seen: Seen) => (
  <section className="user-term user-seen" aria-label="数据范围">
    <h3>数据范围</h3>
    <p>{seenSentence(seen)}</p>
    {seen.roles.length > 0 && (
      <dl>
        {seen.roles.map((role) => (
          <div key={role.id}>
            <dt>{`来自角色 ${wayText(role)}`}</dt>
            <dd>{roleText(role)}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
)
