import type { FindCaller } from '../src/kernel/jobs/run-callers.ts'

/** For nodes whose runs no one asked for. */
export const nobody: FindCaller = async () => ({ refusal: '没有发起人' })
