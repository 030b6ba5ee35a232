import { afterAll, vi } from 'vitest'
import { cleanUp } from './server/test/after-file.ts'

// Files share a process: none leaves its clock, its globals or what it opened to the next.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await cleanUp()
})
