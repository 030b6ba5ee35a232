import type { Tokens } from './tokens.ts'

/** What the kernel asks of the server by itself. */
export type OwnCalls = {
  renew: (held: { token: string; refreshToken: string }) => Promise<Tokens>
  /** 0 plain, 1 AES-ECB, 2 AES-GCM. */
  encryption: () => Promise<number>
  /** Asks the person to prove himself, with what 111 said he can do that with. Out: whether he did. */
  prove: (asked: unknown) => Promise<boolean>
}

let declared: OwnCalls | undefined

/** Names the calls the kernel makes by itself; it knows no endpoint, so the application says them once, at start. */
export const declareOwnCalls = (calls: OwnCalls): void => {
  declared = calls
}

/** The declared calls. */
export const ownCalls = (): OwnCalls => {
  if (!declared) throw new Error('declareOwnCalls has not been called')
  return declared
}
