import {
  apisContract,
  elementsContract,
  modulesContract,
} from '@atrium/contract/features/registry/registry.contract.ts'

/** What must be read again after something in the registry has changed: its parts count each other. */
export const affected = [
  modulesContract.list,
  elementsContract.list,
  elementsContract.apis,
  elementsContract.candidates,
  elementsContract.roles,
  apisContract.list,
  apisContract.observation,
] as const
