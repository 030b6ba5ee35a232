import { expect, inject, it } from 'vitest'
import { bulkLoad } from './bulk-load.ts'

it('tells a connection that breaks by what was asked, and the process lives', async () => {
  const broken = bulkLoad(inject('serverUrl'), new AbortController().signal, (load) =>
    load.sql('select pg_terminate_backend(pg_backend_pid())'),
  )
  await expect(broken).rejects.toThrow(/terminat/)
  // The broken connection is told once more as an event.
  await new Promise((told) => setTimeout(told, 50))
})
