import pg from 'pg'
import { vi } from 'vitest'

/**
 * Counts the statements sent to the database from now on that contain a text.
 * @returns the current count
 */
export const countStatements = (text: string): (() => number) => {
  let count = 0
  const query = pg.Client.prototype.query
  // Looks at each statement and passes it on.
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    if ((typeof first === 'string' ? first : first.text).includes(text)) count += 1
    return Reflect.apply(query, this, args)
  })
  return () => count
}
