import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { withoutObservation } from '../../access/registry/index.ts'
import type { GateApp } from './gate-apps.ts'

/**
 * The application as an actor: named in the log as itself, with what its owner may do now of the calls that are opened
 * to it. Takes the owner at home with their present rights.
 */
export const serviceActor = (
  { id, name, appKey }: Pick<GateApp, 'id' | 'name' | 'appKey'>,
  owner: Actor,
  opened: readonly Endpoint[],
): Actor => {
  const { companyId, companyName, platform, readOnly, rows, restricted } = owner
  const decide = withoutObservation(owner.decide)
  const holds = (code: string) => owner.permissions === 'everything' || owner.permissions.has(code)
  return {
    userId: id,
    name,
    account: appKey,
    sessionId: id,
    aesKey: '',
    onBehalfOf: owner.userId,
    companyId,
    companyName,
    platform,
    readOnly,
    rows,
    restricted,
    permissions: new Set(opened.flatMap((endpoint) => toPermission(endpoint) ?? []).filter(holds)),
    decide: (endpoint) => (opened.includes(endpoint) ? decide(endpoint) : { allowed: false, trace: [] }),
  }
}
