import type { EnterpriseRow } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import type { ReactNode } from 'react'
import { Time } from '../../../ui/time.tsx'
import { Licence } from './licence.tsx'
import { RecognitionTag } from './public/recognition-state.tsx'

/** What the company says of itself, to be compared with its licence. */
export const claimedFacts = (row: EnterpriseRow): Record<string, ReactNode> => ({
  公司名称: row.name,
  原公司名称: row.company !== row.name && row.company,
  统一社会信用代码: row.creditCode && <code>{row.creditCode}</code>,
  法定代表人: row.legal,
  联系人: row.contact,
  联系电话: row.phone,
  地址: row.address,
  营业执照: (
    <Licence
      endpoint={recognitionContract.enterpriseLicence}
      request={{ params: { id: row.id } }}
      mark={row.licence ? String(row.version) : ''}
      name={row.name}
    />
  ),
})

/** The same with its recognition. */
export const enterpriseFacts = (row: EnterpriseRow): Record<string, ReactNode> => ({
  状态: <RecognitionTag state={row.state} />,
  未通过原因: row.state === 'rejected' && row.reason,
  ...claimedFacts(row),
  用户数: row.users,
  申请人: row.applyBy?.name,
  申请时间: row.applyTime && <Time at={row.applyTime} />,
  审核人: row.decideBy?.name,
  审核时间: row.decideTime && <Time at={row.decideTime} />,
  注册时间: <Time at={row.createTime} />,
})
