import { expect, inject, it } from 'vitest'
import { bulkLoad } from './bulk-load.ts'

it('rejects the statement of a broken connection and keeps the process alive', async () => {
  const clientError = bulkLoad(inject('serverUrl'), new AbortController().signal, (load) =>
    load.sql('select pg_terminate_backend(pg_backend_pid())'),
  )
  await expect(clientError).rejects.toThrow(/terminat/)
  // The client also emits the broken connection as an event.
  await new Promise((resolve) => setTimeout(resolve, 50))
})
