import pg from 'pg'

/**
 * Works on one connection of the database's owner, which ends with the work. In: the owner's address, what is done, and how the
 * connection is made where that is not as usual. Throws what the work throws, also when the database ends below it.
 */
export const asOwner = async <T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  options: pg.ClientConfig = {},
): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, ...options })
  // A connection that breaks is told by the statement under way; the client's own event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
