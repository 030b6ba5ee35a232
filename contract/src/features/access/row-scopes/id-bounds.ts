/** What of a row the caller must see: the user, all members of the organisation, or all of those below it, too. */
export type ScopedKind = 'user' | 'organization' | 'subtree'
/** Bounds an id by the caller's row scope. */
export const inScope = (inScope: ScopedKind) => ({ inScope })
/** `because`: which rule bounds the id instead. */
export const unboundBecause = (because: string) => ({ unbound: because })
/** Ids of what the caller gives to users, or takes from them. */
export const withinOwnRights = unboundBecause('given and taken only within the caller’s own rights and rows')
/** Ids that the handler refuses with a sentence of its own. */
export const asUnknown = unboundBecause('refused like an unknown one outside the row scope, by the handler')
/** Ids of many rows, of which some may be refused. */
export const judgedEach = unboundBecause('each row is refused on its own, outside the row scope like an unknown one')
