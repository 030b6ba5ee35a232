import { RE2JS, RE2JSException } from 're2js'

/** Steps of a compiled pattern; a longer one takes milliseconds for a text. */
const maxSteps = 1000

/**
 * Compiles a regular expression that users have written (RE2 syntax: no look-around, no back-references). Matching
 * takes time in proportion to the text, whatever the pattern.
 * @returns whether a whole text matches; undefined for a pattern that is invalid or too large.
 */
export const linearPattern = (pattern: string): ((text: string) => boolean) | undefined => {
  try {
    const compiled = RE2JS.compile(pattern)
    return compiled.programSize() > maxSteps ? undefined : (text) => compiled.matches(text)
  } catch (error) {
    if (error instanceof RE2JSException) return undefined
    throw error
  }
}
