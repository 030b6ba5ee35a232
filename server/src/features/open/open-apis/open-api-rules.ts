import { type OpenApiWrite, ticketPath } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { openApisErrors } from '@atrium/contract/features/open/open-apis/open-apis.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { isRefusedTarget } from '../../../kernel/outgoing/allowed-targets.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { openApisRepository as repository } from './open-apis.repository.ts'
import { listParameters, toShape } from './openable-endpoints.ts'

const hasRepeats = (names: readonly string[]) => new Set(names).size < names.length
const isSameSet = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((each) => others.includes(each))

/** Throws for a code or an address that another API has. */
export const assertNoDuplicates = async (db: Db, api: OpenApiWrite, except: string | null) => {
  if (api.path === ticketPath) throw refusalAt(openApisErrors.addressTaken, 'path')
  const others = await repository.findDuplicates(db, api, except)
  if (others.some(({ code }) => code === api.code)) throw refusalAt(openApisErrors.codeTaken, 'code')
  if (others.some(({ method, shape }) => method === api.method && shape === toShape(api.path)))
    throw refusalAt(openApisErrors.addressTaken, 'path')
}

/** Parameters of the path are its own, and those of an opened API or of the target are among them. */
const assertParameters = ({ path, params }: OpenApiWrite) => {
  const names = listParameters(path)
  if (hasRepeats(names)) throw refusalAt(openApisErrors.parameterTwice, 'path')
  if (hasRepeats(params.map((each) => `${each.in} ${each.name}`)))
    throw refusalAt(openApisErrors.parameterTwice, 'params')
  if (params.some((each) => each.in === 'path' && !names.includes(each.name)))
    throw refusalAt(openApisErrors.undeclaredParameter, 'params')
  return names
}

/**
 * Checks where an open API leads.
 * @throws `noSuchEndpoint`, `methodDiffers`, `pathParametersDiffer`, `undeclaredParameter`, `targetRefused`,
 * `parameterTwice`, each at its field
 */
export const assertDestination = async (
  db: Db,
  api: OpenApiWrite,
  { allowedNetworks, openableKeys }: { allowedNetworks: readonly string[]; openableKeys: readonly string[] },
) => {
  const names = assertParameters(api)
  if (api.kind === 'own') {
    const opened = api.apiId === null ? undefined : await repository.findOpenable(db, openableKeys, api.apiId)
    if (!opened) throw refusalAt(openApisErrors.noSuchEndpoint, 'apiId')
    if (opened.method !== api.method) throw refusalAt(openApisErrors.methodDiffers, 'method')
    if (!isSameSet(listParameters(opened.path), names)) throw refusalAt(openApisErrors.pathParametersDiffer, 'path')
    return
  }
  if (api.target === '') throw refusalAt(openApisErrors.targetRefused, 'target')
  for (const field of ['target', 'sandbox'] as const) {
    if (listParameters(api[field]).some((name) => !names.includes(name)))
      throw refusalAt(openApisErrors.undeclaredParameter, field)
    if (isRefusedTarget(api[field], allowedNetworks)) throw refusalAt(openApisErrors.targetRefused, field)
  }
}
