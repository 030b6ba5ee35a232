/** Returns a function of the quantile (0 to 1) over these numbers. */
export const percentileOf = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
