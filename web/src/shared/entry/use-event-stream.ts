import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useEffect } from 'react'
import { queryClient } from '../../kernel/api/query-client.ts'
import { openTopics } from '../../kernel/api/topics.ts'
import { grantsQuery } from './session-queries.ts'
import { whenSettled } from './when-settled.ts'

/** Query with the stamp of the shown grants. */
const sinceQuery = () => ({ query: { since: queryClient.getQueryData(grantsQuery.queryKey)?.stamp } })

/** Keeps the tab's event stream open; features subscribe to topics. */
export const useEventStream = (): void =>
  useEffect(() => whenSettled(() => openTopics(sessionContract.events, sinceQuery)), [])
