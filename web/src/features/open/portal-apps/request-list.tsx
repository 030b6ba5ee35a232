import type { AppRequestRow } from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import type { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { CardList } from '../../../shared/cards/card-list.tsx'
import { useMore } from '../../../shared/cards/use-more.ts'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { RequestCard } from './request-card.tsx'

const views = [
  { value: 'open', label: t('待处理') },
  { value: 'all', label: t('全部') },
] as const
type View = (typeof views)[number]['value']

type RequestListProps = {
  endpoint: typeof appRequestsContract.ownAppRequests | typeof appRequestsContract.approvals
  label: string
  first: View
  empty: Record<View, { title: string; hint: string }>
  withApplicant?: boolean
  actions: (row: AppRequestRow) => ReactNode
}

/** Requests for applications, latest first. */
export const RequestList = ({ endpoint, label, first, empty, withApplicant = false, actions }: RequestListProps) => {
  const [view, setView] = useState<View>(first)
  const { size, more } = useMore()
  const query = { size, ...(view === 'open' && { 'f.state': 'open' as const }) }
  const read = useRead(endpoint, { query }, { staleTime: 0 })
  return (
    <>
      <div className="cards-tools">
        <Segments label={t('显示')} options={views} value={view} onChange={setView} />
      </div>
      <CardList<AppRequestRow>
        label={label}
        read={read}
        more={more}
        empty={empty[view]}
        card={(row) => <RequestCard key={row.id} row={row} withApplicant={withApplicant} actions={actions(row)} />}
      />
    </>
  )
}
