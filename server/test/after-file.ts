type CleanUp = () => unknown
let cleanUps: CleanUp[] = []

/**
 * Runs `cleanUp` after the last test of the file, the latest first. For what a hook or a test opens: Vitest ignores an
 * `afterAll` that is added while hooks run.
 */
export const afterFile = (cleanUp: CleanUp): void => void cleanUps.push(cleanUp)

/** Runs what is due; the set-up file of Vitest does so after each file. */
export const cleanUp = async (): Promise<void> => {
  const due = cleanUps.toReversed()
  cleanUps = []
  for (const each of due) await each()
}
