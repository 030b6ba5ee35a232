import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysPreferences.save': () => ({ body: { openMenus: [randomUUID()] } }),
})
