import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { toTitle } from '../architecture/expect-only.ts'
import { isDue } from '../due-endpoints.ts'
import { type GrowthCase, takesIds } from './growth-cases.ts'
import { createGrowthWalk } from './growth-walk.ts'

const requiresSession = ({ access }: Endpoint) => access.kind === 'permitted' || access.kind === 'signedIn'
const walked = endpoints.filter(
  (each) => isDue(each) && requiresSession(each) && each.wire !== 'stream' && isMutation(each) && takesIds(each),
)

/**
 * Tests that no change of a narrow caller lets them, or someone else, see users that they did not see.
 *
 * @param choose - which requests of an endpoint are sent as each caller
 */
export const describeGrowth = (choose: (cases: readonly GrowthCase[]) => readonly GrowthCase[]): void => {
  vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })
  let walk: Awaited<ReturnType<typeof createGrowthWalk>>
  beforeAll(async () => {
    walk = await createGrowthWalk()
  })

  describe('a caller with a narrow row scope', () => {
    it('sees colleagues and not the outsider', () => {
      const { cast, seenByCaller } = walk
      for (const caller of cast.callers) {
        expect(seenByCaller.get(caller)).not.toContain(cast.outsider)
        expect(seenByCaller.get(caller)?.has(cast.colleague)).toBe(caller.title !== 'self')
      }
    })
    it.each(walked.map((endpoint) => [toTitle(endpoint), endpoint] as const))(
      'lets nobody see more by %s',
      async (_, endpoint) => {
        expect(await walk.findFaults(endpoint, choose)).toEqual([])
      },
    )
  })
}
