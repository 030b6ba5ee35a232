/** What people ask for; `system`: no one did. */
export const runKinds = ['system', 'import', 'export', 'bulk', 'undo'] as const
export type RunKind = (typeof runKinds)[number]

/** Queued → running ⇄ paused → done, failed or cancelled → undone. */
export const runStates = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled', 'undone'] as const
export type RunState = (typeof runStates)[number]

/** States in which a run has work before it. */
export const openStates = ['queued', 'running', 'paused'] as const satisfies readonly RunState[]
/** Most runs of a user in a company that have work before them. */
export const maxOpenRuns = 20
/** States in which what a run has done can be taken back. */
export const undoableStates = ['done', 'failed', 'cancelled'] as const satisfies readonly RunState[]

export const runFileKinds = ['source', 'result', 'errors'] as const
export type RunFileKind = (typeof runFileKinds)[number]

/** What the log of a run says of its state; `note`: a line of the run itself. */
export const runEvents = [
  'requested',
  'started',
  'paused',
  'resumed',
  'cancelled',
  'done',
  'failed',
  'undone',
  'note',
] as const
export type RunEvent = (typeof runEvents)[number]
