import { readStored, writeStored } from '../kernel/page/storage.ts'

const name = 'atrium.lost'

/** Remembers the address that led to 404, for as long as the tab is open. */
export const rememberLost = (path: string): void => writeStored('session', name, path)

/** The address that led to 404; undefined where somebody came by himself. */
export const lostAddress = (): string | undefined => readStored('session', name)
