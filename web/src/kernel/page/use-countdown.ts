import { useEffect, useState } from 'react'

const tick = 250
const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Remaining seconds until a time in epoch milliseconds; 0 once reached. */
export const useSecondsTo = (until: number): number => {
  const [shown, setShown] = useState({ until, left: secondsTo(until) })
  // A new time applies immediately, not at the next tick.
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

/** A countdown: `[secondsLeft, start(seconds)]`. 0 when not running. */
export const useCountdown = (): [number, (seconds: number) => void] => {
  const [until, setUntil] = useState(0)
  return [useSecondsTo(until), (seconds) => setUntil(Date.now() + seconds * 1000)]
}
