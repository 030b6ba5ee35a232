import { useState } from 'react'
import { readStored, writeStored } from '../../kernel/page/storage.ts'

const most = 8
const nameFor = (person: string) => `atrium.pins.${person}`
const isText = (value: unknown): value is string => typeof value === 'string'

const stored = (person: string): string[] => {
  try {
    const kept: unknown = JSON.parse(readStored('local', nameFor(person)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isText) : []
  } catch {
    return []
  }
}

/**
 * The companies somebody keeps at hand in this browser, the last one first, and the way to pin or let go of one. By id
 * alone: what they are called is asked for, and nobody reads the names of customers out of a browser.
 */
export const usePins = (person: string): [readonly string[], (id: string) => void] => {
  const [pins, setPins] = useState(() => stored(person))
  const turn = (id: string) => {
    const next = pins.includes(id) ? pins.filter((pin) => pin !== id) : [id, ...pins].slice(0, most)
    writeStored('local', nameFor(person), next.length > 0 ? JSON.stringify(next) : undefined)
    setPins(next)
  }
  return [pins, turn]
}
