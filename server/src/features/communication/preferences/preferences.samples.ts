import { randomUUID } from 'node:crypto'
import type { MakeSamples } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysPreferences.save': () => ({
    body: {
      openMenus: [randomUUID()],
      cards: { order: ['terms', 'todo'], hidden: ['growth'] },
      pinned: [randomUUID()],
      visits: { [randomUUID()]: 3 },
    },
  }),
})
