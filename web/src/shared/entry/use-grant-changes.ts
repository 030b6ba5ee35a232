import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { grantsChanged } from '@atrium/contract/features/identity/session/session-topics.ts'
import { useEffect } from 'react'
import { subscribe } from '../../kernel/api/topics.ts'
import { invalidate } from '../../kernel/api/use-read.ts'

/** Reads that depend on grants. */
const refetchedEndpoints = [sessionContract.grants, sessionContract.loginInfo] as const
// A failed refetch is repeated at the next change; the server checks permissions in any case.
const refetchGrants = () => void Promise.all(refetchedEndpoints.map(invalidate))

/** Refetches menus and rights when the server reports a change, without a new sign-in. */
export const useGrantChanges = (): void => useEffect(() => subscribe(grantsChanged, refetchGrants), [])
