import { fieldValue } from '@atrium/contract/code-words.ts'
import type { VisibleRows as Rows } from '@atrium/contract/features/access/authorization/visible-rows.ts'
import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'
import { roleSourceText } from './user-words.ts'
import './users.css'

type Organizations = Pick<Rows, 'organizations' | 'organizationCount'>
type Role = Rows['roles'][number]

const organizationsText = ({ organizations, organizationCount }: Organizations): string => {
  const named = organizations.map(({ name, below, filtered }) => {
    const place = below ? t('{name}及下级', { name }) : name
    return filtered ? t('{name}（符合数据规则的）', { name: place }) : place
  })
  const names = listText(named)
  return organizationCount > named.length
    ? t('{names} 等 {organizationCount} 个组织', { names, organizationCount })
    : names
}

/** Visible rows as a sentence. */
const visibleRowsText = (rows: Rows): string => {
  if (rows.everybody === 'all') return t('可查看本公司的全部数据。')
  const isFiltered = rows.everybody === 'filtered'
  if (rows.organizationCount === 0)
    return isFiltered ? t('可查看本人的数据，以及本公司符合数据规则的数据。') : t('仅可查看本人的数据。')
  const organizations = organizationsText(rows)
  return isFiltered
    ? t('可查看本人的数据，以及本公司符合数据规则的数据；这些组织的数据：{organizations}。', { organizations })
    : t('可查看本人的数据，以及这些组织的数据：{organizations}。', { organizations })
}

const organizationScopes: readonly Role['dataScope'][] = ['orgSub', 'org', 'custom']
const roleText = ({ dataScope, rules, organizations, organizationCount }: Role): string => {
  const names = organizations.map((each) => ({ ...each, below: false, filtered: false }))
  const which = organizationsText({ organizations: names, organizationCount }) || t('没有符合条件的组织')
  const scope = t(fieldValue('dataScope', dataScope) ?? '')
  const text = organizationScopes.includes(dataScope) ? notedText(scope, which) : scope
  return rules > 0 ? t('{text}，按 {rules} 条数据规则筛选', { text, rules }) : text
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
