const pauseMs = 1000

/** Prints how far a work is beside its result, on the error stream and once a second at most. */
export const reportProgress = (): ((message: string) => void) => {
  let printedAt = 0
  return (message) => {
    if (performance.now() - printedAt < pauseMs) return
    printedAt = performance.now()
    process.stderr.write(`${message}\n`)
  }
}

/** A signal that the operator's own ends, with a reason that says what it leaves. */
export const untilInterrupted = (reason: string): AbortSignal => {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(reason)))
  return stopping.signal
}
