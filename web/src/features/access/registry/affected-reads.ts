import {
  apisContract,
  elementsContract,
  modulesContract,
} from '@atrium/contract/features/access/registry/registry.contract.ts'

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
