import { type AuditActor, auditActor } from './audit-actor.ts'
import type { Actor } from './scope.ts'

/** The actor as audited in the log of a company they visit, with their home company. */
export const auditedGuest = (actor: Actor): AuditActor => {
  const { userId: id, name, companyId, companyName, acting } = actor
  const home = { id: acting?.homeCompanyId ?? companyId, name: acting?.homeCompanyName ?? companyName }
  return auditActor({ companyId, id, name, home })
}

/** The actor as audited in the log of the company they act in, or of another one. */
export const auditedCaller = (actor: Actor, inCompany: string = actor.companyId): AuditActor => {
  const { userId: id, name, companyId } = actor
  return actor.acting || inCompany !== companyId ? auditedGuest(actor) : auditActor({ companyId, id, name })
}
