type Named = { id: string; name: string }
declare const picked: unique symbol

/** Who an audit row names, and the company whose log it is. Made by `auditActor` alone, so that no wider row fits. */
export type AuditActor = Named & { companyId: string; home?: Named; readonly [picked]: true }

/** Picks from any row what the audit log may say of an actor. In: with `home`, the company a visiting actor is from. */
export const auditActor = ({
  companyId,
  id,
  name,
  home,
}: Named & { companyId: string; home?: Named | undefined }): AuditActor =>
  ({ companyId, id, name, ...(home && { home: { id: home.id, name: home.name } }) }) as AuditActor
