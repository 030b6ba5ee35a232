import type { CallRecords } from './call-records.ts'
import type { GateApps } from './gate-apps.ts'
import type { QuotaShares } from './quota-shares.ts'

export type { GateApp } from './gate-apps.ts'
export { GateRefusal } from './gate-refusal.ts'
export { assertApp, assertNetwork, limitRefusal, limitsOfApp } from './gate-steps.ts'
export { parseJsonBody, readCallBody } from './read-body.ts'
export { serviceActor } from './service-actor.ts'
/** How the gate knows applications, limits and counts their calls. */
export type AppCalls = { apps: GateApps; quotaShares: QuotaShares; records: CallRecords }
export type { MakeTrial } from './try-call.ts'
