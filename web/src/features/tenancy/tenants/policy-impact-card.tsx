import type { TenantPoliciesImpact } from '@atrium/contract/features/tenancy/tenants/tenant-policies.contract.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { FirstRows } from '../../../ui/first-rows.tsx'
import { ImpactDialog } from '../../../ui/impact-dialog.tsx'
import { isChinese, t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const headline = ({ sessions, own, people, unlinked, ownUnlinked }: TenantPoliciesImpact) =>
  [
    unlinked > 0 &&
      (ownUnlinked
        ? t(
            '{unlinked} 人尚未关联公司身份源的外部账号，保存后将不能用密码登录，其中包括您；若您是公司管理员，仍可用密码加二次验证登录。',
            { unlinked },
          )
        : t('{unlinked} 人尚未关联公司身份源的外部账号，保存后将不能用密码登录。', { unlinked })),
    sessions > 0 &&
      (own
        ? t('{sessions} 处登录将立即退出，包括您当前的登录。', { sessions })
        : t('{sessions} 处登录将立即退出。', { sessions })),
    people > 0 && t('{people} 人尚未开启二次验证，开始时间后登录须先完成设置，此前登录会收到提醒。', { people }),
  ]
    .filter(Boolean)
    .join(isChinese ? '' : ' ')

type PolicyImpactCardProps = { impact: TenantPoliciesImpact; onAnswer: (agreed: boolean) => void }
const PolicyImpactCard = ({ impact, onAnswer }: PolicyImpactCardProps) => (
  <ImpactDialog
    title={t('保存登录与访问策略')}
    headline={headline(impact)}
    confirm={t('确认保存')}
    danger={impact.sessions + impact.unlinked > 0}
    onAnswer={onAnswer}
  >
    {impact.named.length > 0 && (
      <section>
        <h3>{t('未开启二次验证的用户')}</h3>
        <FirstRows
          label={t('未开启二次验证的用户')}
          total={impact.people}
          rows={impact.named.map((user) => ({ key: user.account, name: userName(user) }))}
        />
      </section>
    )}
  </ImpactDialog>
)

/** Shows the immediate impact of a policy change and waits for the answer; without impact it confirms at once. */
export const usePolicyImpact = () => {
  const [card, open] = useOverlay()
  const confirms = (impact: TenantPoliciesImpact) =>
    impact.sessions + impact.people + impact.unlinked === 0
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => {
          open((onClosed) => (
            <PolicyImpactCard
              impact={impact}
              onAnswer={(agreed) => {
                onClosed()
                resolve(agreed)
              }}
            />
          ))
        })
  return [card, confirms] as const
}
