/** Whether all tests run (`npm test -- --thorough`), or only those for every change. */
export const isThorough = process.env.THOROUGH === '1'
/** Whether one journey of each room runs instead of all its tests; not where files are named. */
export const journeysOnly = !isThorough && process.env.ALL_JOURNEYS !== '1'
