import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'

/** Reads to invalidate after registry changes: entries count each other. */
export const affectedReads = [
  modulesContract.list,
  elementsContract.list,
  elementsContract.apis,
  elementsContract.candidates,
  elementsContract.roles,
  apisContract.list,
  apisContract.observation,
] as const
