import { asOwner, type OwnerConnection } from '../kernel/db/as-owner.ts'

/**
 * Runs work on an owner's connection, and cancels the statement in progress when a signal says so or the work fails: a
 * connection in the middle of a COPY could not be closed otherwise. Takes the owner's address.
 * @throws what the work throws, and the signal's reason
 */
export const asOwnerUntil = <T>(
  ownerUrl: string,
  signal: AbortSignal,
  work: (client: OwnerConnection) => Promise<T>,
): Promise<T> =>
  asOwner(
    ownerUrl,
    async (client, hostUrl) => {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      const cancel = () => asOwner(hostUrl, (other) => other.query('select pg_cancel_backend($1)', [rows[0].pid]))
      const onAbort = () => void cancel().catch(() => undefined)
      signal.addEventListener('abort', onAbort)
      try {
        signal.throwIfAborted()
        return await work(client)
      } catch (error) {
        await cancel().catch(() => undefined)
        throw signal.aborted ? signal.reason : error
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    { application_name: 'atrium backup' },
  )
