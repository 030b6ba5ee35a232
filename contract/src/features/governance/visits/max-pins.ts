/** Maximum pinned companies per user in the switching drawer. */
export const maxPins = 20
