import { AppError } from './scope.ts'

/** The refusal that a check throws; undefined if it passes. Other errors are rethrown. */
export const catchRefusal = (check: () => void): AppError | undefined => {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
/** The same for a check that reads. */
export const refusalFrom = async (check: () => Promise<unknown>): Promise<AppError | undefined> => {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Throws the first of what refuses a change. */
export const throwFirst = (refusals: readonly (AppError | undefined)[]): void => {
  const first = refusals.find((each) => each)
  if (first) throw first
}
