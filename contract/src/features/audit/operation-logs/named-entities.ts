type Row = Readonly<Record<string, unknown>>

/** Entities whose rows have names that the product gave; of an export or a setting, which has no row, the whole is one. */
const productEntities: ReadonlySet<unknown> = new Set([
  'api',
  'baseParameter',
  'dictGroup',
  'dictItem',
  'element',
  'identityLink',
  'job',
  'menu',
  'messageTemplate',
  'module',
  'noticePolicy',
  'outsideSignIn',
  'passwordPolicy',
  'plan',
  'role',
  'schedule',
])
/** Whether a row of the audit log is of such an entity. */
export const isNamedByProduct = ({ entity, entityId }: Row): boolean => entityId === '' || productEntities.has(entity)
