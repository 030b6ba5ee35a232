/** What a node may do: answer requests, hold event streams, work on jobs. */
export const processParts = ['api', 'events', 'jobs'] as const
export type ProcessPart = (typeof processParts)[number]
