import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

const { list, get, secrets, apis, candidates } = openAppsContract
/** Reads that show applications. */
export const affectedReads: readonly Endpoint[] = [
  list,
  get,
  secrets,
  apis,
  candidates,
  openApisContract.list,
  openApisContract.apps,
]
