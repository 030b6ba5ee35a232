/** What the global set-up has left for the tests. Throws where they were started without it. */
export const variable = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run through playwright.config.ts`)
  return value
}
