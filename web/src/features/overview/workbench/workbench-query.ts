import { workbenchContract } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { readQuery } from '../../../kernel/api/use-read.ts'

/** Fresh for as long as the page takes to load: it is read together with the session. */
const staleTime = 5_000

export const workbenchQuery = readQuery(workbenchContract.read, {}, { staleTime, toasts: false, dependsOnRights: true })
