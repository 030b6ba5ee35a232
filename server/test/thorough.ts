/** Whether all cases run (`npm test -- --thorough`) instead of a sample of each kind. */
export const isThorough = process.env.THOROUGH === '1'
