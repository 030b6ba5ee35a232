import { type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { withoutObservation } from '../../access/registry/index.ts'
import type { GateApp } from './gate-apps.ts'

/**
 * The application as an actor: named in the log as itself, with what its owner may do now of the one API that is called.
 * In: the owner at home with their present rights.
 */
export const serviceActor = (
  { id, name, appKey }: Pick<GateApp, 'id' | 'name' | 'appKey'>,
  owner: Actor,
  opened: Endpoint,
): Actor => {
  const { companyId, companyName, platform, readOnly, rows, restricted } = owner
  const decide = withoutObservation(owner.decide)
  const permission = permissionOf(opened)
  const holds = (code: string) => owner.permissions === 'everything' || owner.permissions.has(code)
  return {
    ...{ userId: id, name, account: appKey, sessionId: id, aesKey: '', onBehalfOf: owner.userId },
    ...{ companyId, companyName, platform, readOnly, rows, restricted },
    permissions: new Set(permission !== undefined && holds(permission) ? [permission] : []),
    decide: (endpoint) => (endpoint === opened ? decide(endpoint) : { allowed: false, trace: [] }),
  }
}
