import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { approvalWalk, createApprovalWalks } from '../../../../test/approval-walk.ts'

let walk: Awaited<ReturnType<typeof createApprovalWalks>>
beforeAll(async () => {
  walk = await createApprovalWalks()
})

it('ends every flow in time, with one outcome, by those who may decide', async () => {
  expect.hasAssertions()
  await fc.assert(fc.asyncProperty(approvalWalk, walk), { numRuns: 5 })
})
