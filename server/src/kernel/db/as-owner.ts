import type pg from 'pg'
import { connectToHost } from './server-hosts.ts'

/** A connection with the owner's login. */
export type OwnerConnection = pg.Client

/**
 * Runs work on one connection with the owner's login and closes it afterwards. Takes the owner's address, of one host or
 * several, and client options beyond the defaults. The work learns the address of the host that it is connected to.
 * @throws what the work throws, also if the connection breaks
 */
export const asOwner = async <T>(
  ownerUrl: string,
  work: (client: pg.Client, hostUrl: string) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> => {
  const { client, url } = await connectToHost(ownerUrl, options)
  try {
    return await work(client, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}
