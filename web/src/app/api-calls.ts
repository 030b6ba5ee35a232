import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { call } from '../kernel/api/call.ts'
import { declareOwnCalls } from '../kernel/api/kernel-calls.ts'
import { queryClient } from '../kernel/api/query-client.ts'
import { readQuery } from '../kernel/api/use-read.ts'

/** Settings that do not change while the page is open. */
export const tagsQuery = readQuery(systemSettingsContract.tags, {}, { staleTime: Number.POSITIVE_INFINITY })

declareOwnCalls({
  renew: (held) => call(sessionContract.refresh, { body: held }, { toasts: false }),
  encryption: async () => (await queryClient.ensureQueryData(tagsQuery)).encrypt,
  learnEncryption: (encrypt) => queryClient.setQueryData(tagsQuery.queryKey, (tags) => tags && { ...tags, encrypt }),
  fileAddress: async () => (await queryClient.ensureQueryData(tagsQuery)).address,
  reauthenticate: async (asked) =>
    (await import('../features/identity/sign-in/reauthentication-dialog.tsx')).askReauthentication(asked),
})
