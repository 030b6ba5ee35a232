import { createPacer } from './pacer.ts'

/**
 * Maps many items in their order, and lets requests have their turn after each millisecond: a thousand items of some
 * work each would hold up everybody.
 */
export const mapInChunks = async <From, To>(items: readonly From[], map: (item: From) => To): Promise<To[]> => {
  const mapped: To[] = []
  const pacer = createPacer()
  for (const item of items) {
    mapped.push(map(item))
    if (pacer.isDue()) await pacer.pause()
  }
  return mapped
}

/** The same items in chunks of a size, for statements with a thousand rows. */
export const chunk = <Item>(items: readonly Item[], size: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
