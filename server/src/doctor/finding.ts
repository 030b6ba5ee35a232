import { joinTold, tell } from '../kernel/texts/operator-language.ts'
/** What was found about one part of an installation: that it is well, or what is wrong and what to do. */
export type Finding = { name: string; state: 'ok' | 'wrong' | 'skipped'; text: string }

const patienceMs = 20_000
const describe = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return joinTold(error.errors.map(describe), '；')
  return error instanceof Error ? error.message : String(error)
}

/**
 * Looks at one part. Takes its name, and a look that returns what is well and throws what is wrong; what takes too long is
 * wrong.
 */
export const look = async (name: string, looking: () => Promise<string>, advice = ''): Promise<Finding> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(tell('{seconds} 秒内未响应', { seconds: patienceMs / 1000 }))),
    patienceMs,
  )
  try {
    return { name, state: 'ok', text: await Promise.race([looking(), late]) }
  } catch (error) {
    return { name, state: 'wrong', text: advice === '' ? describe(error) : joinTold([describe(error), advice], '。') }
  } finally {
    clearTimeout(timer)
  }
}

/** Parts that cannot be looked at without another one. */
export const skip = (names: readonly string[], because: string): Finding[] =>
  names.map((name) => ({ name, state: 'skipped', text: because }))
