/** Whether all tests run (`npm test -- --thorough`), or only those for every change. */
export const isThorough = process.env.THOROUGH === '1'
