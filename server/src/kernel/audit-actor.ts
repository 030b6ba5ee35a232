type Named = { id: string; name: string }
declare const picked: unique symbol

/**
 * The actor of an audit row, and the company whose log it belongs to. Built only by `auditActor`, so that no wider row
 * fits.
 */
export type AuditActor = Named & { companyId: string; home?: Named; readonly [picked]: true }

/** Picks the fields of an actor that the audit log may hold. `home` is the home company of a visiting actor. */
export const auditActor = ({
  companyId,
  id,
  name,
  home,
}: Named & { companyId: string; home?: Named | undefined }): AuditActor =>
  ({ companyId, id, name, ...(home && { home: { id: home.id, name: home.name } }) }) as AuditActor
