/** Formats minutes: 1 小时 30 分钟. */
export const formatMinutes = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} 小时`, (rest > 0 || hours === 0) && `${rest} 分钟`].filter(Boolean).join(' ')
}
