import type { AppRequestRow } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import type { ReactNode } from 'react'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { describeState } from './app-request-words.ts'

const wishLabels: Partial<Record<AppRequestRow['state'], string>> = { open: t('申请使用至'), approved: t('使用至') }

type RequestCardProps = { row: AppRequestRow; withApplicant: boolean; actions: ReactNode }

/** A request for an application. */
export const RequestCard = ({ row, withApplicant, actions }: RequestCardProps) => {
  const { text, tone } = describeState(row)
  const wish = wishLabels[row.state]
  const decision = row.state === 'withdrawn' ? undefined : row
  return (
    <li className="card">
      <header className="card-head">
        <h3>{withApplicant ? t('{name}申请“{name2}”', { name: row.user.name, name2: row.app.name }) : row.app.name}</h3>
        <Tag tone={tone}>{text}</Tag>
      </header>
      <Facts
        facts={{
          申请人: withApplicant && userName(row.user),
          申请原因: row.reason,
          ...(wish && { [wish]: row.until ? <Time at={row.until} /> : t('不限') }),
          申请时间: <Time at={row.createTime} />,
          处理人: decision?.decideBy?.name,
          处理时间: decision?.decideTime && <Time at={decision.decideTime} />,
          处理意见: row.decideReason,
        }}
      />
      {actions}
    </li>
  )
}
