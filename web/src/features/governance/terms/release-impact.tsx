import type { TermsImpact } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { t } from '../../../ui/texts.ts'
import './terms.css'

/** Impact of ending terms at once, with refusals; empty until loaded. */
export const ReleaseImpact = ({
  impact,
  toName,
}: {
  impact: TermsImpact | undefined
  toName: (id: string) => string
}) => {
  if (!impact) return undefined
  const { roles, accounts, refused, total } = impact
  const endingCount = total - refused.length
  return (
    <div role="alert" className="terms-impact">
      <strong>{endingCount > 0 ? t('将立即结束 {endingCount} 项', { endingCount }) : t('没有可结束的项')}</strong>
      <ul>
        {roles.map(({ name, users }) => (
          <li key={name}>{t('{users} 人失去角色“{name}”', { users, name })}</li>
        ))}
        {accounts > 0 && <li>{t('{accounts} 个账号将立即退出，不能再登录', { accounts })}</li>}
        {refused.map(({ id, msg }) => (
          <li key={id}>{t('{id}不能结束：{msg}', { id: toName(id), msg })}</li>
        ))}
      </ul>
      <p>{endingCount > 0 ? t('确认无误后，再次点击“不续期”。') : t('请取消后重新选择。')}</p>
    </div>
  )
}
