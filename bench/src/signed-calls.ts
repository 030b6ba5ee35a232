import { createHash, createHmac, randomBytes } from 'node:crypto'

export type AppSecret = { appKey: string; secret: string }
const emptyHash = createHash('sha256').update('').digest('hex')

/**
 * Headers of a given number of calls, each with a nonce of its own. They are signed before anything is measured, so
 * that the load generator does the same for signed calls as for others; they are valid for five minutes.
 */
export const signCalls = (count: number, { appKey, secret }: AppSecret, path: string, query: string) =>
  Array.from({ length: count }, (): Record<string, string> => {
    const [timestamp, nonce] = [String(Date.now()), randomBytes(12).toString('hex')]
    const canonical = ['GET', path, query, emptyHash, timestamp, nonce].join('\n')
    const sign = createHmac('sha256', secret).update(canonical).digest('base64')
    return { 'x-app-key': appKey, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-sign': sign }
  })
