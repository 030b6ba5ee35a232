const publishing = new WeakSet<object>()

/** Remembers that a transaction published events, so that they are announced after its commit. */
export const markPublished = (db: object): void => void publishing.add(db)
/** Whether the transaction published events. */
export const hasPublished = (db: object): boolean => publishing.has(db)
