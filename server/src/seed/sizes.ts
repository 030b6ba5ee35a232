/** The largest company has a fifth of everybody. */
const largestPart = 0.2
/** The others follow each other as real ones do, slowly at first: the twentieth still has half as many as the first of them. */
const slowness = 20

/** How many people each company has, the largest first and nobody without one. In: at least as many people as companies. */
export const sizesOf = (companies: number, users: number): number[] => {
  const others = companies - 1
  const largest = others === 0 ? users : Math.max(1, Math.min(Math.round(users * largestPart), users - others))
  const left = users - largest - others
  const weights = Array.from({ length: others }, (_, rank) => 1 / (rank + slowness))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let [passed, given] = [0, 0]
  const sizes = weights.map((weight) => {
    passed += weight
    const more = Math.round((left * passed) / whole) - given
    given += more
    return 1 + more
  })
  return [largest, ...sizes]
}
