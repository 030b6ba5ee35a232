import { readStored, writeStored } from '../kernel/page/storage.ts'

const name = 'atrium.lost'

/** Stores the address that led to 404, for the lifetime of the tab. */
export const saveNotFoundPath = (path: string): void => writeStored('session', name, path)

/** The address that led to 404; undefined if the user opened /404 directly. */
export const notFoundPath = (): string | undefined => readStored('session', name)
