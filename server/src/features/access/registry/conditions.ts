import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'

type Audit = ApiRow['audit']

/**
 * Whether calls can require reauthentication: not without sign-in, not for reauthenticating itself, and not for the
 * reads the console makes before it can show a prompt.
 */
export const canRequireReauthentication = ({ access, method, skipsReauthentication }: Endpoint): boolean =>
  !skipsReauthentication && (access.kind === 'permitted' || (access.kind === 'signedIn' && method !== 'GET'))

/** Whether the registry can add auditing: for finite reads by known callers. */
export const canRecordReads = ({ access, method, wire }: Endpoint): boolean =>
  method === 'GET' && wire !== 'stream' && (access.kind === 'permitted' || access.kind === 'signedIn')

const declaredAudit = (endpoint: Endpoint | undefined): Audit =>
  endpoint && endpoint.method !== 'GET' && 'event' in endpoint.audit ? 'full' : 'none'

type Stored = Pick<ApiRow, 'method' | 'path' | 'audit'>
/** The audit level of an API: the declared one, or for reads the registry's. */
export const toAudit = (
  { endpointAt }: Catalogue,
  { audit, ...address }: Stored,
): Pick<ApiRow, 'audit' | 'declaredAudit'> => {
  const endpoint = endpointAt(address)
  const declared = declaredAudit(endpoint)
  return { audit: endpoint && canRecordReads(endpoint) ? audit : declared, declaredAudit: declared }
}
