/** Whether everything is tried (`npm test -- --thorough`), or a sample of each kind. */
export const isThorough = process.env.THOROUGH === '1'
