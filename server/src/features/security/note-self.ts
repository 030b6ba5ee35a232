import type { Actor, AuditNote, RequestScope } from '../../kernel/scope.ts'

type Noting = Pick<RequestScope<Actor>, 'actor' | 'note'>

/** Tells the audit log that the caller did it to himself, and what changed; never a secret, contacts masked. */
export const noteSelf = ({ actor, note }: Noting, change: Pick<AuditNote, 'before' | 'after'> = {}): void =>
  note({ entityId: actor.userId, entityName: actor.name, ...change })
