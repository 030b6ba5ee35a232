import pg from 'pg'

/**
 * Runs work on one connection with the owner's login and closes it afterwards. Takes the owner's address, and client
 * options beyond the defaults.
 * @throws what the work throws, also if the connection breaks
 */
export const asOwner = async <T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, ...options })
  // The statement in progress reports a broken connection; an unhandled error event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
