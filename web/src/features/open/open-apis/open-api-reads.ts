import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

/** Reads that show open APIs. */
export const affectedReads: readonly Endpoint[] = [
  openApisContract.list,
  openApisContract.get,
  openApisContract.apps,
  openAppsContract.apis,
  openAppsContract.candidates,
]
