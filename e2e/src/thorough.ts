/** Whether everything is run (`npm test -- --thorough`), or what every change is judged by. */
export const isThorough = process.env.THOROUGH === '1'
