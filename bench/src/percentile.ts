/** In: numbers in any order. Out: the one below which a given part of them lies. */
export const percentileOf = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
