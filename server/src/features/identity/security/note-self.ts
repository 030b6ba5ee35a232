import type { Actor, AuditNote, RequestScope } from '../../../kernel/scope.ts'

type Noting = Pick<RequestScope<Actor>, 'actor' | 'note'>

/** Notes a change of the caller's own account; never a secret, contacts masked. */
export const noteSelf = ({ actor, note }: Noting, change: Pick<AuditNote, 'before' | 'after'> = {}): void =>
  note({ entityId: actor.userId, entityName: actor.name, ...change })
