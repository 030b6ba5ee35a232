/** Ranges of durations up to a minute and more, four for each doubling: a percentile read from them is right to ten per cent. */
const perDoubling = 4
const lastSlot = 64

/** The range that a duration in milliseconds lies in; the first one ends at a millisecond. */
export const toSlot = (ms: number): number => (ms <= 1 ? 0 : Math.min(lastSlot, Math.ceil(Math.log2(ms) * perDoubling)))
/** The middle of a range in milliseconds, to a tenth. */
export const msOfSlot = (slot: number): number => Math.round(2 ** ((slot - 0.5) / perDoubling) * 10) / 10
