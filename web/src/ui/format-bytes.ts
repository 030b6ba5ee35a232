const units = ['B', 'KB', 'MB', 'GB'] as const
/** A size in the unit that fits. */
export const formatBytes = (bytes: number): string => {
  const at = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1)
  return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}
