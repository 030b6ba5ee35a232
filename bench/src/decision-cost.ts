import { catalogue } from '@atrium/contract/index.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { compileRegistry, createDecide } from '@atrium/server/src/features/access/registry/decide.ts'
import { declaredRegistry } from '@atrium/server/src/features/access/registry/declared-registry.ts'
import { median } from './measure.ts'

const batches = 500
/** Decisions per timing: a single one is below the clock's resolution. */
const batchSize = 2000

/**
 * Duration of one authorization decision in microseconds, for a user with every other of `elements` elements in a
 * company with a plan.
 */
export const decisionMicroseconds = (elements: number): number => {
  const { elements: own, apis } = declaredRegistry(catalogue)
  const custom = Array.from({ length: elements - own.length }, (_, n) => ({ code: `bench:op${n}` }))
  const bits = [...own, ...custom].map(({ code }, bit) => ({ code, bit }))
  const bitOf = new Map(bits.map(({ code, bit }) => [code, bit]))
  const none = { observed: [], rate: null, mfa: false, audit: 'none' as const }
  const rows = apis.map(({ element, ...api }) => ({
    ...api,
    ...none,
    elements: element === undefined ? [] : [element],
    bits: element === undefined ? [] : [bitOf.get(element) ?? 0],
  }))
  const codes = bits.map(({ code }) => code)
  const grantedCodes = new Set(codes.filter((_code, at) => at % 2 === 0))
  const decide = createDecide(compileRegistry(catalogue, rows, bits), grantedCodes, {
    name: '标尺版',
    elements: codes,
  })
  const asked = catalogue.endpoints.filter((endpoint) => toPermission(endpoint) !== undefined)
  const times: number[] = []
  let allowed = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const began = performance.now()
    for (let n = 0; n < batchSize; n += 1) {
      const endpoint = asked[n % asked.length]
      if (endpoint && decide(endpoint).allowed) allowed += 1
    }
    times.push(((performance.now() - began) * 1000) / batchSize)
  }
  // With half of the elements, about half of the calls are allowed; otherwise something else was timed.
  const share = allowed / (batches * batchSize)
  if (share < 0.3 || share > 0.7) throw new Error(`放行了 ${share}，不像是一半`)
  return median(times)
}
