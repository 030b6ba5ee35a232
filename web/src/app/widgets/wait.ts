/** Resolves after a given number of milliseconds, as a server would. */
export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
