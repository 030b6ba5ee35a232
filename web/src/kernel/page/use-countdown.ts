import { useEffect, useState } from 'react'

const tick = 250
const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Seconds that are left, and the way to begin: `[left, begin(seconds)]`. 0 when nothing runs. */
export const useCountdown = (): [number, (seconds: number) => void] => {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const look = () => setLeft(secondsTo(until))
    look()
    if (secondsTo(until) === 0) return
    const timer = setInterval(look, tick)
    return () => clearInterval(timer)
  }, [until])
  return [
    left,
    (seconds) => {
      setUntil(Date.now() + seconds * 1000)
      setLeft(seconds)
    },
  ]
}
