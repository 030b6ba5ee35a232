/**
 * Ends a run before its work is done: it was cancelled or paused, gives way to others, the node stops, or another node
 * has taken it over.
 */
export class RunEnded extends Error {
  readonly reason: 'cancelled' | 'paused' | 'gave way' | 'stopped' | 'superseded'
  constructor(reason: RunEnded['reason']) {
    super(`the run was ${reason}`)
    this.reason = reason
  }
}
