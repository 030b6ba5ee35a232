import { registryErrors } from '@atrium/contract/features/registry/registry.errors.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { AppError, type RequestScope } from '../../kernel/scope.ts'
import { endpointAt } from './declared.ts'

type Declarable = { origin: 'code' | 'custom'; state: string }

/** The registry is the same for all companies; the platform company alone sees and keeps it. */
export const refuseOthers = ({ actor }: RequestScope): void => {
  if (!actor.platform) throw new AppError(registryErrors.platformOnly)
}

/** What the code declares stays as it says: people give it other labels, nothing else. In: the fields that are no labels. */
export const refuseRedeclared = <Row extends Declarable, Field extends keyof Row & string>(
  before: Row,
  write: Pick<Row, Field>,
  fields: readonly Field[],
): void => {
  const { msg } = registryErrors.declaredFixed
  const errors = fields.filter((field) => before[field] !== write[field]).map((field) => ({ field, msg }))
  if (before.origin === 'code' && errors.length > 0) throw new AppError(registryErrors.declaredFixed, { errors })
}

/** What the code declares cannot be deleted; what it declares no longer can. */
export const refuseDeclaredRemoval = ({ origin, state }: Declarable): void => {
  if (origin === 'code' && state !== 'missing') throw new AppError(registryErrors.declaredRemoval)
}

/** The endpoint that is served at an address: the door keeps watch over no other. Throws `notServed`. */
export const servedAt = (address: { method: string; path: string }): Endpoint => {
  const endpoint = endpointAt(address)
  if (!endpoint) throw new AppError(registryErrors.notServed)
  return endpoint
}
