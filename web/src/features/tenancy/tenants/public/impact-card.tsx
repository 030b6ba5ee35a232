import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import { concernLines, isRefused } from '../../../../kernel/forms/concern-lines.ts'
import { t } from '../../../../ui/texts.ts'
import './tenancy.css'

type ImpactCardProps = {
  impact: CompanyImpact | undefined
  /** Includes subsidiaries. */
  includesSubsidiaries: boolean
  /** Label of the confirming button. */
  confirm: string
}
/** Impact of locking, suspending or closing a company; nothing until it is known. */
export const ImpactCard = ({ impact, includesSubsidiaries, confirm }: ImpactCardProps) =>
  impact && (
    <div role="alert" className="tenancy-impact">
      <strong>{t('请确认影响')}</strong>
      <ul>
        <li>
          {impact.sessions > 0
            ? t('{sessions} 处登录将立即退出，未保存的内容会丢失', { sessions: impact.sessions })
            : t('当前无人登录')}
        </li>
        <li>{t('{users} 个用户不能登录', { users: impact.users })}</li>
        {impact.subsidiaries > 0 && (
          <li>
            {includesSubsidiaries
              ? t('包括 {subsidiaries} 家子公司', { subsidiaries: impact.subsidiaries })
              : t('{subsidiaries} 家子公司不受影响', { subsidiaries: impact.subsidiaries })}
          </li>
        )}
        {concernLines(impact.modules).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="tenancy-quiet">
        {isRefused(impact.modules)
          ? t('处理后才能{act}。', { act: confirm })
          : t('确认无误后，再次点击“{confirm}”。', { confirm })}
      </p>
    </div>
  )
