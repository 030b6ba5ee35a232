import type { CompanyImpact } from '@atrium/contract/features/companies/companies.contract.ts'
import { useRef, useState } from 'react'
import './companies.css'

type ImpactCardProps = {
  impact: CompanyImpact | undefined
  /** Its subsidiaries are closed with it. */
  whole: boolean
  /** What agreeing is called. */
  confirm: string
}
/** What closing a company does to its people; nothing until it is known. */
export const ImpactCard = ({ impact, whole, confirm }: ImpactCardProps) =>
  impact && (
    <div role="alert" className="company-impact">
      <strong>请确认影响</strong>
      <ul>
        <li>{impact.sessions > 0 ? `${impact.sessions} 处登录会立即退出，没有保存的内容会丢失` : '现在没有人登录'}</li>
        <li>{`${impact.users} 个用户不能登录`}</li>
        {impact.subsidiaries > 0 && (
          <li>{whole ? `包括 ${impact.subsidiaries} 家子公司` : `${impact.subsidiaries} 家子公司不受影响`}</li>
        )}
      </ul>
      <p className="company-quiet">{`确认无误后，再次点按“${confirm}”。`}</p>
    </div>
  )

/**
 * What a change would do, shown in its own form: the first attempt brings it, the next one means that it was seen. Out:
 * the impact to show, and the answer a write wants.
 */
export const useImpact = () => {
  const seen = useRef('')
  const [impact, show] = useState<CompanyImpact>()
  const confirms = async (next: CompanyImpact) => {
    if (JSON.stringify(next) === seen.current) return true
    seen.current = JSON.stringify(next)
    show(next)
    return false
  }
  return [impact, confirms] as const
}
