/**
 * Reads a variable that the global setup has set.
 * @throws if it is missing
 */
export const readVariable = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run through playwright.config.ts`)
  return value
}
