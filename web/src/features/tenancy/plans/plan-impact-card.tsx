import type { PlanImpact } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { Fragment } from 'react'
import { userName } from '../../../shared/texts/user-name.ts'
import { FirstRows } from '../../../ui/first-rows.tsx'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { ImpactElements } from '../../access/authorization/public/impact-elements.tsx'
import { formatQuota, quotaWords } from './public/quota-words.ts'
import './plan-impact.css'

const headline = ({ companies, losingCompanies, losingRoles, losingUsers }: PlanImpact) =>
  losingRoles === 0
    ? t('涉及 {companies} 家公司，无人失去权限。', { companies })
    : t('涉及 {companies} 家公司：其中 {losingCompanies} 家的 {losingRoles} 个角色失去权限，影响 {losingUsers} 人。', {
        companies,
        losingCompanies,
        losingRoles,
        losingUsers,
      })

const isOver = ({ after, used }: PlanImpact['quotas'][number]) => after !== null && used > after
const QuotaChanges = ({ quotas }: Pick<PlanImpact, 'quotas'>) =>
  quotas.length > 0 && (
    <section>
      <h3>{t('上限变化')}</h3>
      <dl className="plan-quotas">
        {quotas.map((change) => (
          <Fragment key={change.kind}>
            <dt>{quotaWords[change.kind].used}</dt>
            <dd>
              {`${formatQuota(change.kind, change.before)} → ${formatQuota(change.kind, change.after)}`}
              <span className={isOver(change) ? 'plan-quota-over' : 'impact-quiet'}>
                {isOver(change)
                  ? t('已用 {used}，超出新的上限', { used: formatQuota(change.kind, change.used) })
                  : t('已用 {used}', { used: formatQuota(change.kind, change.used) })}
              </span>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )

type PlanImpactCardProps = { title: string; impact: PlanImpact; onAnswer: (agreed: boolean) => void }

/**
 * Impact of another ceiling or plan, to confirm: companies, roles and users that lose rights, and what administrators
 * gain.
 */
export const PlanImpactCard = ({ title, impact, onAnswer }: PlanImpactCardProps) => {
  const { quotas, lost, lostMenus, gained, gainedMenus, lose, losingUsers, losingRoles } = impact
  const toMenuItems = (names: readonly string[], danger: boolean) =>
    names.map((name, at) => ({ key: `${at}`, name, danger }))
  return (
    <ImpactDialog
      title={title}
      headline={headline(impact)}
      confirm={t('确认保存')}
      cancel={t('返回修改')}
      danger={losingRoles > 0 || quotas.some(isOver)}
      onAnswer={onAnswer}
    >
      <QuotaChanges quotas={quotas} />
      <ImpactElements
        title={t('从所有角色收回')}
        items={lost.map(({ code, ...rest }) => ({ key: code, danger: true, ...rest }))}
      />
      <ImpactElements title={t('从所有角色收回的菜单')} items={toMenuItems(lostMenus, true)} />
      <ImpactElements
        title={t('公司管理员获得（只读权限同时授予公司审计员）')}
        items={gained.map(({ code, name }) => ({ key: code, name }))}
      />
      <ImpactElements title={t('公司管理员获得的菜单')} items={toMenuItems(gainedMenus, false)} />
      {lose.length > 0 && (
        <section>
          <h3>{t('失去权限的用户')}</h3>
          <FirstRows
            label={t('失去权限的用户')}
            total={losingUsers}
            rows={lose.map(({ userId, companyName, ...user }) => {
              return { key: userId, name: userName(user), note: companyName }
            })}
          />
        </section>
      )}
    </ImpactDialog>
  )
}
