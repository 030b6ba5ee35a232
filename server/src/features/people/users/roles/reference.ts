/** A named row of an outer join; null if there is none. */
export const referenceOrNull = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? '' }
