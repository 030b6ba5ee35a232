import { registryErrors } from '@atrium/contract/features/access/registry/registry.errors.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import type { EndpointAddress } from '@atrium/contract/kernel/endpoint-address.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { keepSources } from '../../../kernel/texts/product-name.ts'

type RegistryEntry = { origin: 'code' | 'custom'; state: string }

/** The registry is shared by all companies; only the platform company can see and edit it. */
export const assertPlatformCompany = ({ actor }: RequestScope): void => {
  if (!actor.platform) throw new AppError(registryErrors.platformOnly)
}

/** Declared entries can only be relabelled. Takes the fields that are not labels. */
export const assertDeclaredUnchanged = <Row extends RegistryEntry, Field extends keyof Row & string>(
  before: Row,
  write: Pick<Row, Field>,
  fields: readonly Field[],
): void => {
  const { msg } = registryErrors.declaredFixed
  const errors = fields.filter((field) => before[field] !== write[field]).map((field) => ({ field, msg }))
  if (before.origin === 'code' && errors.length > 0) throw new AppError(registryErrors.declaredFixed, { errors })
}

/** Declared entries cannot be deleted unless the code no longer declares them. */
export const assertRemovable = ({ origin, state }: RegistryEntry): void => {
  if (origin === 'code' && state !== 'missing') throw new AppError(registryErrors.declaredRemoval)
}

/**
 * The endpoint served at an address; the console admits calls to no other.
 * @throws `notServed`
 */
export const servedEndpointAt = ({ endpointAt }: Catalogue, address: EndpointAddress): Endpoint => {
  const endpoint = endpointAt(address)
  if (!endpoint) throw new AppError(registryErrors.notServed)
  return endpoint
}

/** An edit of a row, in which names of declared ones that the sender saw in their language stay as declared. */
export const keepDeclared = <Write extends { name: string; desc: string }>(
  row: { origin: string; name: string; desc: string },
  write: Write,
): Write => ({
  ...write,
  ...keepSources(row, { name: write.name, desc: write.desc }, ['name', 'desc'], row.origin === 'code'),
})
