import { useEffect, useState } from 'react'

const tick = 250
const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Seconds that are left until a moment, in milliseconds of the clock; 0 once it has come. */
export const useSecondsTo = (until: number): number => {
  const [shown, setShown] = useState({ until, left: secondsTo(until) })
  // Another moment counts at once, not when the clock ticks next.
  if (shown.until !== until) setShown({ until, left: secondsTo(until) })
  useEffect(() => {
    if (secondsTo(until) === 0) return
    const timer = setInterval(() => {
      const left = secondsTo(until)
      setShown((now) => (now.left === left ? now : { until, left }))
      if (left === 0) clearInterval(timer)
    }, tick)
    return () => clearInterval(timer)
  }, [until])
  return shown.left
}

/** Seconds that are left, and the way to begin: `[left, begin(seconds)]`. 0 when nothing runs. */
export const useCountdown = (): [number, (seconds: number) => void] => {
  const [until, setUntil] = useState(0)
  return [useSecondsTo(until), (seconds) => setUntil(Date.now() + seconds * 1000)]
}
