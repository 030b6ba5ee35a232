import type { ApiRow } from '@atrium/contract/features/registry/registry.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { endpointAt } from './declared.ts'

type Audit = ApiRow['audit']

/**
 * Whether a fresh proof may be asked for before a call: not where nobody is signed in, not on the way to the proof, and not
 * for what the console asks about its own person before it can show any question.
 */
export const mayAskProof = ({ access, method, withoutProof }: Endpoint): boolean =>
  !withoutProof && (access.kind === 'permitted' || (access.kind === 'signedIn' && method !== 'GET'))

/** Whether its calls may be written down although the code does not: a read by somebody who is known, with an end. */
export const mayBeRecorded = ({ access, method, wire }: Endpoint): boolean =>
  method === 'GET' && wire !== 'stream' && (access.kind === 'permitted' || access.kind === 'signedIn')

const declaredAudit = (endpoint: Endpoint | undefined): Audit =>
  endpoint && endpoint.method !== 'GET' && 'event' in endpoint.audit ? 'full' : 'none'

type Stored = Pick<ApiRow, 'method' | 'path' | 'audit'>
/** What is written down of an API's calls: what the code says, and of reads what the registry says besides. */
export const auditOf = ({ audit, ...address }: Stored): Pick<ApiRow, 'audit' | 'declaredAudit'> => {
  const endpoint = endpointAt(address)
  const declared = declaredAudit(endpoint)
  return { audit: endpoint && mayBeRecorded(endpoint) ? audit : declared, declaredAudit: declared }
}
