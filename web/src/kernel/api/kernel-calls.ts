import type { Tokens } from './tokens.ts'

/** Calls that the kernel makes on its own. */
export type KernelCalls = {
  /** First address of the entry: where a page goes when its company changes. */
  start: string
  renew: (held: { token: string; refreshToken: string }) => Promise<Tokens>
  /** 0 plain, 1 AES-ECB, 2 AES-GCM. */
  encryption: () => Promise<number>
  /** Sets what `encryption` returns from now on. */
  learnEncryption: (mode: number) => void
  /** What the path of a stored file follows. */
  fileAddress: () => Promise<string>
  /**
   * Asks the user to reauthenticate with one of the methods in the 111 reply.
   * @returns whether they did
   */
  reauthenticate: (asked: unknown) => Promise<boolean>
}

let declared: KernelCalls | undefined

/** Registers the kernel's own calls at startup; the kernel does not know any endpoint. */
export const declareOwnCalls = (calls: KernelCalls): void => {
  declared = calls
}

/** Returns the registered calls. */
export const kernelCalls = (): KernelCalls => {
  if (!declared) throw new Error('declareOwnCalls has not been called')
  return declared
}
