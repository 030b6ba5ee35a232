/** What of a row the caller must see: the user, all members of the organisation, or all of those below it, too. */
export type ScopedKind = 'user' | 'organization' | 'subtree'
/** Bounds an id by the caller's row scope. */
export const inScope = (inScope: ScopedKind) => ({ inScope })
