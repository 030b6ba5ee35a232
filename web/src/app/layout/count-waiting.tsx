import { approvalsContract } from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { accessRequestsContract } from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { registrationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { readQuery } from '../../kernel/api/use-read.ts'
import { approvalsEntry, newsEntry, requestsEntry } from '../shell-session.ts'
import { setWaitingCount } from './waiting-counts.ts'

/** Lists that other reads change are read again at once; what others add is seen when the window gets the focus. */
const options = { toasts: false, staleTime: 60_000 }
const whenFocused = { refetchOnWindowFocus: true, retry: 1 } as const
const page = { page: 1, size: 1 }

const useShown = (component: string, count: number) =>
  useEffect(() => {
    setWaitingCount(component, count)
    return () => setWaitingCount(component, 0)
  }, [component, count])

/** Requests of others, for those who decide them. */
const useDecisions = () => {
  const { list: requests, approve: grant } = accessRequestsContract
  const { list: registrations, approve: admit } = registrationsContract
  const decides = { requests: [useCan(requests), useCan(grant)], registrations: [useCan(registrations), useCan(admit)] }
  const waiting = useQuery({
    ...readQuery(requests, { query: { ...page, 'f.state': 'open' } }, options),
    ...whenFocused,
    enabled: decides.requests.every(Boolean),
  })
  const applying = useQuery({
    ...readQuery(registrations, { query: { ...page, 'f.state': 'review' } }, options),
    ...whenFocused,
    enabled: decides.registrations.every(Boolean),
  })
  useShown('sys/access-requests', waiting.data?.total ?? 0)
  useShown('sys/registrations', applying.data?.total ?? 0)
}

/** The user's own: unread notices, requests that are not decided yet, and approvals that wait for them. */
const useOwn = (isVisiting: boolean) => {
  const notices = useQuery({
    // The bell keeps this reply current.
    ...readQuery(publishedNoticesContract.bell, {}, { toasts: false, staleTime: Number.POSITIVE_INFINITY }),
    enabled: !isVisiting,
  })
  const requests = useQuery({
    ...readQuery(explainContract.ownRequests, { query: { ...page, 'f.state': 'open' } }, options),
    ...whenFocused,
    enabled: !isVisiting,
  })
  const approvals = useQuery({
    ...readQuery(approvalsContract.counts, {}, options),
    ...whenFocused,
    enabled: !isVisiting,
  })
  useShown(approvalsEntry.component, approvals.data?.waiting ?? 0)
  useShown(newsEntry.component, notices.data?.unread ?? 0)
  useShown(requestsEntry.component, requests.data?.total ?? 0)
}

/** Counts what waits for the user, for the sidebar. */
export const CountWaiting = ({ isVisiting }: { isVisiting: boolean }) => {
  useDecisions()
  useOwn(isVisiting)
  return null
}
