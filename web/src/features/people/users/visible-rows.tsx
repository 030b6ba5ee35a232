import { fieldValue } from '@atrium/contract/code-words.ts'
import type { VisibleRows as Rows } from '@atrium/contract/features/access/authorization/visible-rows.ts'
import { listText, statementsText } from '../../../ui/list-text.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { t } from '../../../ui/texts.ts'
import { roleSourceText } from './user-words.ts'
import './users.css'

type Organizations = Pick<Rows, 'organizations' | 'organizationCount'>
type Role = Rows['roles'][number]

const organizationsText = ({ organizations, organizationCount }: Organizations): string => {
  const named = organizations.map(
    ({ name, below, filtered }) => `${name}${below ? t('及下级') : ''}${filtered ? t('（符合数据规则的）') : ''}`,
  )
  return `${listText(named)}${organizationCount > named.length ? t(' 等 {organizationCount} 个组织', { organizationCount }) : ''}`
}

/** Visible rows as a sentence. */
const visibleRowsText = (rows: Rows): string => {
  if (rows.everybody === 'all') return t('可查看本公司的全部数据。')
  const others = [
    rows.everybody === 'filtered' && t('本公司符合数据规则的数据'),
    rows.organizationCount > 0 && t('这些组织的数据：{rows}', { rows: organizationsText(rows) }),
  ].filter(Boolean)
  return others.length === 0
    ? t('仅可查看本人的数据。')
    : t('可查看本人的数据，以及{others}。', { others: statementsText(others) })
}

const organizationScopes: readonly Role['dataScope'][] = ['orgSub', 'org', 'custom']
const roleText = ({ dataScope, rules, organizations, organizationCount }: Role): string => {
  const names = organizations.map((each) => ({ ...each, below: false, filtered: false }))
  const which = organizationsText({ organizations: names, organizationCount }) || t('没有符合条件的组织')
  return [
    fieldValue('dataScope', dataScope),
    organizationScopes.includes(dataScope) && withNote('', which),
    rules > 0 && t('，按 {rules} 条数据规则筛选', { rules }),
  ]
    .filter(Boolean)
    .join('')
}

/** Visible rows of a user, with the roles that grant them. */
export const VisibleRows = (rows: Rows) => (
  <section className="user-term user-seen" aria-label={t('数据范围')}>
    <h3>{t('数据范围')}</h3>
    <p>{visibleRowsText(rows)}</p>
    {rows.roles.length > 0 && (
      <dl>
        {rows.roles.map((role) => (
          <div key={role.id}>
            <dt>{t('来自角色 {role}', { role: roleSourceText(role) })}</dt>
            <dd>{roleText(role)}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
)
