import type { RegistrationRow } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { placeText } from '../../../ui/origin-text.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { RegistrationState } from './registration-state.tsx'
import { kindNames } from './registration-words.ts'

/** All data of a registration and its decision. */
export const RegistrationDetails = ({ row, onClosed }: RowDrawerProps<RegistrationRow>) => (
  <RowDetails
    title={t('注册申请：{name}', { name: row.name })}
    facts={{
      状态: <RegistrationState {...row} />,
      类型: kindNames[row.kind],
      账号: row.account,
      姓名: row.name,
      手机号: row.phone,
      公司名称: row.ent?.name,
      统一社会信用代码: row.ent && <code>{row.ent.creditCode}</code>,
      法定代表人: row.ent?.legal,
      'IP 地址': placeText(row),
      申请时间: <Time at={row.createTime} />,
      审核时间: row.decideTime && <Time at={row.decideTime} />,
      审核人: row.decideBy?.name,
      驳回原因: row.reason,
    }}
    onClosed={onClosed}
  />
)
