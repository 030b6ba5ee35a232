/** Share of all people in the largest company. */
const largestShare = 0.2
/** Flattens the distribution of the other companies: the twentieth has half as many people as the first of them. */
const rankOffset = 20

/** People per company, the largest first, at least one each. Takes at least as many people as companies. */
export const pickSizes = (companies: number, users: number): number[] => {
  const others = companies - 1
  const largest = others === 0 ? users : Math.max(1, Math.min(Math.round(users * largestShare), users - others))
  const remaining = users - largest - others
  const weights = Array.from({ length: others }, (_, rank) => 1 / (rank + rankOffset))
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  let [cumulated, assigned] = [0, 0]
  const sizes = weights.map((weight) => {
    cumulated += weight
    const more = Math.round((remaining * cumulated) / totalWeight) - assigned
    assigned += more
    return 1 + more
  })
  return [largest, ...sizes]
}
