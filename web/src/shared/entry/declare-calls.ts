import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { call } from '../../kernel/api/call.ts'
import { declareOwnCalls, type KernelCalls } from '../../kernel/api/kernel-calls.ts'
import { queryClient } from '../../kernel/api/query-client.ts'
import { tagsQuery } from './session-queries.ts'

/** Registers the kernel's calls for one entry: its first address, and how it reauthenticates. */
export const declareCalls = (entry: Pick<KernelCalls, 'start' | 'reauthenticate'>): void =>
  declareOwnCalls({
    ...entry,
    renew: (held) => call(sessionContract.refresh, { body: held }, { toasts: false }),
    encryption: async () => (await queryClient.ensureQueryData(tagsQuery)).encrypt,
    learnEncryption: (encrypt) => queryClient.setQueryData(tagsQuery.queryKey, (tags) => tags && { ...tags, encrypt }),
    fileAddress: async () => (await queryClient.ensureQueryData(tagsQuery)).address,
  })
