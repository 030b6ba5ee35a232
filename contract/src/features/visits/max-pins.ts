/** So many companies somebody keeps at hand in the switching drawer at most. */
export const maxPins = 20
