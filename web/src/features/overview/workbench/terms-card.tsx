import { termDays, type Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { shortDate } from '../../../ui/relative-time.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { ActionLink, Card, CardLink, countText } from './card.tsx'
import { daysUntil, toUrgency } from './moments.ts'
import { CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Terms = NonNullable<Workbench['terms']>
type Term = Terms['rows'][number]

const [days, termsPage, companiesPage] = [String(termDays), 'sys/terms', 'sys/companies']
const kinds = { account: t('账号'), role: t('角色'), company: t('公司') } as const
const rowName = ({ name, roleName }: Term) => (roleName === '' ? name : `${name} · ${roleName}`)

const TermActions = ({ term }: { term: Term }) => {
  const link = usePageLink()
  const { kind, id, name, roleId } = term
  if (kind === 'company')
    return (
      <ActionLink
        to={link(companiesPage, { search: name, [askedParams.action]: 'get', [askedParams.row]: id })}
        label={t('续期 {name}', { name })}
      >
        {t('续期')}
      </ActionLink>
    )
  const row = roleId === null ? id : `${id}.${roleId}`
  const asking = (endpoint: string) =>
    link(termsPage, { 'f.days': days, search: name, [askedParams.action]: endpoint, [askedParams.row]: row })
  return (
    <>
      <ActionLink to={asking('releaseTerms')} look="quiet" label={t('不续期 {term}', { term: rowName(term) })}>
        {t('不续期')}
      </ActionLink>
      <ActionLink to={asking('extendTerms')} label={t('续期 {term}', { term: rowName(term) })}>
        {t('续期')}
      </ActionLink>
    </>
  )
}

/** Accounts, roles and tenants that end soon. */
export const TermsCard = ({ terms: { total, rows } }: { terms: Terms }) => {
  const link = usePageLink()
  return (
    <Card
      title={cardTitles.terms}
      note={t('{termDays} 天内 {total} 项', { termDays, total: countText(total) })}
      end={total > 0 && <CardLink to={link(termsPage, { 'f.days': days })}>{t('查看全部')}</CardLink>}
    >
      <CardRows empty={t('暂无即将到期的账号或角色')}>
        {rows.map((term) => {
          const left = daysUntil(term.expireTime)
          return (
            <li key={`${term.id}.${term.roleId}`} className="workbench-row">
              <span className="workbench-days" data-urgency={toUrgency(left)}>
                {rich('{left} 天', { left: <b>{left}</b> })}
              </span>
              <span className="workbench-lines">
                <span>{rowName(term)}</span>
                <small>
                  {t('{kind}，{expireTime} 到期', {
                    kind: kinds[term.kind],
                    expireTime: shortDate(term.expireTime, Date.now()),
                  })}
                </small>
              </span>
              <span className="workbench-actions">
                <TermActions term={term} />
              </span>
            </li>
          )
        })}
      </CardRows>
    </Card>
  )
}
