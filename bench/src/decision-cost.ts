import { endpoints } from '@atrium/contract/index.ts'
import { permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import { compileRegistry, createDecide } from '@atrium/server/src/features/registry/decide.ts'
import { declared } from '@atrium/server/src/features/registry/declared.ts'
import { median } from './measured.ts'

const batches = 500
/** So many decisions are timed together: one alone is shorter than the clock can tell. */
const together = 2000

/** What one decision costs somebody who holds every other of so many elements, in a company with a plan; in microseconds. */
export const decisionMicroseconds = (elements: number): number => {
  const { elements: own, apis } = declared()
  const custom = Array.from({ length: elements - own.length }, (_, n) => ({ code: `bench:op${n}` }))
  const bits = [...own, ...custom].map(({ code }, bit) => ({ code, bit }))
  const bitOf = new Map(bits.map(({ code, bit }) => [code, bit]))
  const none = { observed: [], rate: null, mfa: false, audit: 'none' as const }
  const rows = apis.map(({ element, ...api }) => ({
    ...{ ...api, ...none },
    elements: element === undefined ? [] : [element],
    bits: element === undefined ? [] : [bitOf.get(element) ?? 0],
  }))
  const codes = bits.map(({ code }) => code)
  const held = new Set(codes.filter((_code, at) => at % 2 === 0))
  const decide = createDecide(compileRegistry(rows, bits), held, { name: '标尺版', elements: codes })
  const asked = endpoints.filter((endpoint) => permissionOf(endpoint) !== undefined)
  const times: number[] = []
  let allowed = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const began = performance.now()
    for (let n = 0; n < together; n += 1) {
      const endpoint = asked[n % asked.length]
      if (endpoint && decide(endpoint).allowed) allowed += 1
    }
    times.push(((performance.now() - began) * 1000) / together)
  }
  // Whoever holds half of the elements is let in about every other time: what was timed were decisions.
  const share = allowed / (batches * together)
  if (share < 0.3 || share > 0.7) throw new Error(`放行了 ${share}，不像是一半`)
  return median(times)
}
