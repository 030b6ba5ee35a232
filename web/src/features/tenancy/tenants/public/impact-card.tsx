import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
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
      <strong>请确认影响</strong>
      <ul>
        <li>{impact.sessions > 0 ? `${impact.sessions} 处登录将立即退出，未保存的内容会丢失` : '当前无人登录'}</li>
        <li>{`${impact.users} 个用户不能登录`}</li>
        {impact.subsidiaries > 0 && (
          <li>
            {includesSubsidiaries ? `包括 ${impact.subsidiaries} 家子公司` : `${impact.subsidiaries} 家子公司不受影响`}
          </li>
        )}
      </ul>
      <p className="tenancy-quiet">{`确认无误后，再次点击“${confirm}”。`}</p>
    </div>
  )
